import { mayGive, scopeOf, scopesOf, withScope } from '#domain/permissions/presets.ts';
import type { Scope } from '#domain/permissions/presets.ts';
import { ROLE_NAMES } from '#domain/permissions/role-names.ts';
import type { MembershipRow, Role } from '#domain/rows.ts';
import { Button } from '#ui/button.tsx';
import { ChoiceField } from '#ui/choice-field.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { SelectField, SwitchField } from '#ui/fields.tsx';
import { RIGHTS, ROLE_HINTS, scopeName } from './rights-words.ts';

export type Rights = Pick<MembershipRow, 'role' | 'custom_permissions'>;

const ROLES = Object.keys(ROLE_HINTS) as Exclude<Role, 'owner'>[];

/** A role, and what is different for this one person. `giver` may give no more than they have. */
export function RightsFields({
  value,
  giver,
  onChange,
}: {
  value: Rights;
  giver: Rights;
  onChange: (value: Rights) => void;
}) {
  const { role, custom_permissions: custom } = value;
  const changes = Object.keys(custom).length;
  const roles = ROLES.filter(
    (one) => one === role || mayGive(giver, { role: one, custom_permissions: {} }),
  );
  return (
    <div className="grid grid-cols-1 gap-4">
      <ChoiceField
        label="Role"
        value={role}
        onChange={(next) => onChange({ role: next, custom_permissions: {} })}
        choices={roles.map((one) => ({
          value: one as Role,
          label: ROLE_NAMES[one],
          hint: ROLE_HINTS[one],
        }))}
      />
      <Disclosure
        summary="What exactly"
        hint={
          changes === 0
            ? `As the role ${ROLE_NAMES[role]} brings it`
            : `${changes} ${changes === 1 ? 'thing is' : 'things are'} different from the role`
        }
      >
        <div className="grid grid-cols-1 gap-5 border-t border-line p-4">
          {changes > 0 && (
            <Button
              size="sm"
              className="justify-self-start"
              onClick={() => onChange({ role, custom_permissions: {} })}
            >
              Back to the role
            </Button>
          )}
          {RIGHTS.map(({ title, lines }) => (
            <section key={title} aria-label={title} className="grid grid-cols-1 gap-2">
              <h3 className="text-sm font-semibold text-muted">{title}</h3>
              {lines.map(({ permission, label, hint }) => {
                const scope = scopeOf(value, permission);
                const scopes = scopesOf(permission);
                const isGivable = scopeOf(giver, permission) === 'all';
                const set = (next: Scope): void =>
                  onChange({ role, custom_permissions: withScope(value, permission, next) });
                return scopes.length === 2 ? (
                  <SwitchField
                    key={permission}
                    label={label}
                    hint={hint}
                    disabled={!isGivable && scope === 'none'}
                    value={scope === 'all'}
                    onChange={(on) => set(on ? 'all' : 'none')}
                  />
                ) : (
                  <SelectField
                    key={permission}
                    label={label}
                    hint={hint}
                    value={scope}
                    onChange={(next) => set(next as Scope)}
                    options={scopes
                      .filter((one) => isGivable || one === 'none' || one === scope)
                      .map((one) => ({ value: one, label: scopeName(one, true) }))}
                  />
                );
              })}
            </section>
          ))}
        </div>
      </Disclosure>
    </div>
  );
}
