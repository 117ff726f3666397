import { Button } from '#ui/button.tsx';
import { Suspense, useDeferredValue, useRef, useState } from 'react';
import { BeenHere } from './been-here.tsx';
import type { BookingFlow } from './booking-flow.ts';
import { hasServices, stepAfter } from './booking-steps.ts';
import { missingAddOns, mostGuests, serviceLimit } from './catalogue.ts';
import type { Catalogue } from './catalogue.ts';
import { findServices } from './find-services.ts';
import { ServiceCard } from './service-card.tsx';
import { StepBar } from './step-bar.tsx';
import { lazyExtra } from '#ui/lazy-part.tsx';
import { PictureTile } from '#ui/picture-tile.tsx';
import { StepHeading } from '#ui/step-heading.tsx';

const GuestsPart = lazyExtra(async () => (await import('./guests-part.tsx')).GuestsPart);

/** More services than this are searched faster than read. */
const SEARCH_FROM = 9;

/** From this many categories on they are also a way to jump. */
const JUMP_FROM = 3;

/** As many services as the first screen of a phone has room for. */
const FIRST_SERVICES = 4;

/** Said before anything is chosen: the answer comes when everything is filled in. */
const FOR_WHOM = {
  all: null,
  existing: 'Online booking is for returning clients. If you are new here, please get in touch.',
  new: 'Online booking is for new clients. If you were here before, please get in touch.',
} as const;

export function ServicesStep({ flow }: { flow: BookingFlow }) {
  const { catalogue, draft, goTo } = flow;
  const [query, setQuery] = useState('');
  const [isAsked, setAsked] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const limit = serviceLimit(catalogue);
  const all = catalogue.sections.flatMap(({ services }) => services);
  const found = findServices(catalogue.sections, query);
  // What a phone shows at first is drawn by itself, and the rest when it stands.
  const isWhole = useDeferredValue(true, false);
  const sections = isWhole ? found : firstOf(found);
  const bundles = catalogue.bundling?.find(query) ?? [];
  const count = found.reduce((sum, { services }) => sum + services.length, bundles.length);
  const Bundles = catalogue.bundling?.Menu;
  // Below bundles the services have to say what they are.
  const isAlone = catalogue.sections.length === 1 && bundles.length === 0;

  const onContinue = () => {
    if (hasServices(catalogue, draft)) {
      goTo(stepAfter('services', catalogue, draft));
      return;
    }
    setAsked(true);
    // The next frame: what is missing has to be marked first.
    requestAnimationFrame(() => {
      const missing = list.current?.querySelector<HTMLElement>('[data-missing] input');
      (missing ?? list.current?.querySelector('input'))?.focus();
    });
  };

  return (
    <>
      <StepHeading title="Choose your services" place={catalogue.profile.business.name}>
        {[
          FOR_WHOM[catalogue.profile.rules.audience],
          limit > 1 && `You can book up to ${limit} services in one visit.`,
        ]
          .filter(Boolean)
          .join(' ')}
      </StepHeading>
      {draft.refusal && <Refusal flow={flow} />}
      <BeenHere flow={flow} hasLast />
      {all.length >= SEARCH_FROM && (
        <input
          type="search"
          aria-label="Search services"
          placeholder="Search services"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          enterKeyHint="search"
          className="mb-5 block min-h-11 w-full rounded-md border border-field bg-surface px-3 placeholder:text-muted"
        />
      )}
      <div ref={list} className="mb-6 grid grid-cols-1 gap-7">
        {found.length >= JUMP_FROM && <Jumps sections={found} />}
        {query && (
          <p role="status" className={count === 0 ? 'text-muted' : 'sr-only'}>
            {count === 0
              ? `Nothing fits “${query}”. Try another word.`
              : `${count} ${count === 1 ? 'service fits' : 'services fit'}`}
          </p>
        )}
        {Bundles && <Bundles flow={flow} bundles={bundles} />}
        {sections.map((section) => (
          <section key={section.id ?? 'rest'} aria-labelledby={`section-${section.id}`}>
            <h2
              id={`section-${section.id}`}
              tabIndex={-1}
              className={
                isAlone
                  ? 'sr-only'
                  : 'mb-2.5 flex scroll-mt-20 items-center gap-3 text-lg font-semibold outline-none'
              }
            >
              {section.picture && (
                <PictureTile
                  picture={{ path: section.picture, local: null }}
                  className="size-12 rounded-md bg-raised"
                />
              )}
              <span className="min-w-0 break-words">
                {catalogue.sections.length === 1 ? 'Services' : section.name}
              </span>
            </h2>
            <ul className="grid grid-cols-1 gap-3">
              {section.services.map((service) => (
                <ServiceCard
                  key={service.id}
                  flow={flow}
                  service={service}
                  limit={limit}
                  isAsked={isAsked}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {mostGuests(catalogue) > 0 && draft.choices.length > 0 && (
        <Suspense>
          <GuestsPart flow={flow} />
        </Suspense>
      )}
      <StepBar flow={flow}>
        {isAsked && <Missing flow={flow} />}
        <Button variant="primary" className="min-w-32 max-sm:flex-1" onClick={onContinue}>
          Continue
        </Button>
      </StepBar>
    </>
  );
}

const firstOf = (sections: Catalogue['sections']): Catalogue['sections'] => {
  let left = FIRST_SERVICES;
  return sections.flatMap((section) => {
    const services = section.services.slice(0, left);
    left -= services.length;
    return services.length > 0 ? [{ ...section, services }] : [];
  });
};

/** The categories in one line; each leads to its heading. */
function Jumps({ sections }: { sections: Catalogue['sections'] }) {
  return (
    <nav
      aria-label="Categories"
      className="sticky top-0 z-10 -mx-4 -my-2 flex gap-2 overflow-x-auto bg-canvas px-4 py-2 sm:mx-0 sm:flex-wrap sm:px-0"
    >
      {sections.map(({ id, name }) => (
        <button
          key={id ?? 'rest'}
          type="button"
          onClick={() => {
            const heading = document.getElementById(`section-${id}`);
            heading?.scrollIntoView();
            heading?.focus({ preventScroll: true });
          }}
          className="min-h-11 max-w-full shrink-0 truncate rounded-full border border-line bg-surface px-4 text-sm font-medium hover:bg-raised"
        >
          {name}
        </button>
      ))}
    </nav>
  );
}

function Missing({ flow: { catalogue, draft } }: { flow: BookingFlow }) {
  const group = draft.choices.flatMap((choice) => missingAddOns(catalogue, choice))[0];
  if (!group && hasServices(catalogue, draft)) return null;
  return (
    <p role="alert" className="w-full text-sm text-danger sm:w-auto">
      {group
        ? `Please choose from “${group.name}”.`
        : draft.choices.length === 0
          ? 'Please choose a service first.'
          : 'These are not done at the same place. Please book them one by one.'}
    </p>
  );
}

function Refusal({ flow }: { flow: BookingFlow }) {
  return (
    <p role="alert" className="mb-5 rounded-lg bg-warning-soft px-4 py-3 text-pretty">
      <strong className="text-warning">Please look at your services again.</strong>{' '}
      {flow.draft.choices.length === 0
        ? 'What you chose is not offered online any more.'
        : flow.draft.refusal?.field === 'guests'
          ? 'Your guests cannot be booked along with you here. Please book for yourself, or get in touch.'
          : 'This combination cannot be booked online.'}
    </p>
  );
}
