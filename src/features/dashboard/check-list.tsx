import { patterns } from '#app/paths.ts';
import { SET_UP_STEPS, setUpDone } from '#db/queries/set-up.ts';
import type { SetUpStep } from '#db/queries/set-up.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { readSetting, writeSetting } from '#platform/storage.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Check, Circle } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';

const WORDS: Record<SetUpStep, string> = {
  hours: 'Say when you work',
  menu: 'Say what you offer',
  picture: 'Add your logo or a picture',
  fees: 'Decide about fees and deposits',
  team: 'Add a second person, if there is one',
  online: 'Get your first booking online',
};

/** Where each is done; the link for clients stands in the settings. */
const PATHS: Record<SetUpStep, string> = {
  hours: patterns.staff,
  menu: patterns.services,
  picture: patterns.settings,
  fees: patterns.settings,
  team: patterns.staff,
  online: patterns.settings,
};

/** What is left to set up after the first questions, until all of it is there or it is put away. */
export function CheckList() {
  const db = useDb();
  const key = `daybook.setUp.${db.name}`;
  const [isAway, setAway] = useState(() => readSetting(key) === 'away');
  const done = useQuery(setUpDone, []);
  if (isAway || !done || done.size === SET_UP_STEPS.length) return null;
  return (
    <Card title="Set up your business">
      <p className="mb-2 text-sm text-muted">
        {done.size} of {SET_UP_STEPS.length} done
      </p>
      <ul aria-label="What makes it whole" className="mb-3 grid gap-1">
        {SET_UP_STEPS.map((step) =>
          done.has(step) ? (
            <li key={step} className="flex min-h-11 items-center gap-2 text-muted">
              <Check size={18} className="shrink-0 text-success" aria-hidden />
              <span>
                {WORDS[step]} <span className="sr-only">(done)</span>
              </span>
            </li>
          ) : (
            <li key={step} className="flex min-h-11 items-center gap-2">
              <Circle size={18} className="shrink-0 text-muted" aria-hidden />
              <Link
                to={PATHS[step]}
                className="inline-flex min-h-11 items-center underline underline-offset-2"
              >
                {WORDS[step]}
              </Link>
            </li>
          ),
        )}
      </ul>
      <Button
        size="sm"
        onClick={() => {
          writeSetting(key, 'away');
          setAway(true);
        }}
      >
        Done
      </Button>
    </Card>
  );
}
