import type { Goal } from './lane.ts';

/** By goal: where the time or the weight goes, and what was done about it so far. */
const REASONS: Readonly<Record<string, string>> = {
  P4:
    'a week of 100 costs React about as much as one of 500: what is left is its fixed part, from ' +
    'the press to the commit. Done: packing and dragging count on plain numbers, cards are one ' +
    'element with one text, neighbours are read ahead, alerts of a week are asked for at once, ' +
    'and a closed menu no longer lays out the page in the middle of a step. At 2,000 it is the ' +
    'browser that lays out and paints two thousand cards: the floor, which does nothing else, ' +
    'takes nearly half of the time of DayPilot Lite by itself, so that half of DayPilot leaves ' +
    'hardly anything for the work of any calendar. The neighbour is painted ahead (P5) column by ' +
    'column, so of steps that follow each other at once some find it half done.',
  P5:
    'the same fixed part, four times slower. The next week is laid out and painted before it is asked ' +
    'for, column by column while the browser rests.',
  P7:
    'what makes a calendar usable by keys and by screen readers besides showing cards: columns of ' +
    'staff and rooms, classes, groups, blocks, buffers and gaps. Month, agenda, print, all sheets and ' +
    'what hands do to the grid (3 kB, fetched once it stands) do not count here. Not done: the arrow ' +
    'keys, what flashes and the choice of people have to be there with the first card.',
  P8:
    'what is left are single tasks of the browser and of libraries that cannot be parted, four times as ' +
    'long as here: the browser begins the page (25 to 40 ms, which count as far as Lighthouse reckons the ' +
    'first picture to come before their end), the page and its first script are taken in (15 ms, of which ' +
    'most waits for the first setting of a cold browser), and the first services are styled and laid out ' +
    '(10 to 15 ms). Done: the frame of the first step stands in the page with the styles it needs, the ' +
    'business is asked for by the first script, React draws once and in slices, the first screenful before ' +
    'the rest, what nobody sees yet comes later, in few files, and a worker learns the languages in which ' +
    'numbers are written (48 to 11 ms, side by side). Tried and left: to ask in a task of its own, which ' +
    'shows the services later. Of the scripts React and the router are ' +
    'three quarters; they no longer keep the first picture waiting.',
  P9:
    'every screen works without a connection, so every screen is kept, weighed here as it lies on ' +
    'the disk. The plan says 1.5 MB without saying of what (the list of tests for the service ' +
    'worker speaks of compressed bytes, and of those there are fewer than that); the stricter ' +
    'reading is the one that is measured. Tried: to leave out what needs the network anyway, ' +
    'which is small. Not done: the workers of export and of reports bring the database and the ' +
    'domain along once more each, because a worker shares no chunk with the window; one worker ' +
    'for both would save one of the copies and load the reports whenever a file is written.',
  P10:
    'a start reads the session, opens the database, asks for the week and draws it with React, one ' +
    'after the other; React and Dexie alone are the second floor of the lane. Done: what was fetched ' +
    'before is drawn at once (a fallback of React stays for 300 ms), the shell is fetched while ' +
    'unfinished sign-outs are looked for, storage is woken by the first script, and the week comes ' +
    'before its neighbours: half of what it was.',
  P15:
    'the slowest keys are the first letters, whose answer is another whole page of the list. Done: a ' +
    'key and its answer are one frame (clients are at hand, and no query stands between), who types on ' +
    'looks through what was found before, found clients are lines as they are, and the list is drawn ' +
    'for an answer alone: a first letter takes 36 ms of the processor instead of 57, with all that ' +
    'follows its frame.',
  P18:
    'the slowest steps draw most. Next month: the days of another month; the times of the chosen ' +
    'day, dozens of buttons with words by one clock or two, were drawn again with it. Done: they ' +
    'are drawn again only when something of them is new, a chosen day draws two cells again ' +
    'instead of the month, and another month writes into the cells that are there. Nothing is ' +
    'asked of the server for it. A key in the search draws the list of services anew.',
  G1:
    'rows lie in tables of their own under their indexes, and a page of the pull is durable ' +
    'together with its cursor, apart from edits that wait to be sent; the peers keep documents, ' +
    'and TinyBase one JSON in memory that it writes as a whole. Done: months with few rows come ' +
    'together, rows are not asked for one by one, and after each part the worker goes on as soon ' +
    'as the window says that it has nothing to do (it used to rest a tenth of a second each time, ' +
    'a fifth of the whole). Larger parts were left: a part is how long a live query may have to ' +
    'wait, and what a slow phone has to fetch again when a request does not end in time. What ' +
    'people wait for is the window that they look at, which comes first (G2, G3, P12).',
  G2:
    'the window is a page of the pull like any other: its rows go into their tables under their ' +
    'indexes, durably and together with the cursor, before anything is shown of it. By hand they ' +
    'go into stores without indexes. The calendar is usable within what P12 wants.',
  G4:
    'each of the thousand is an answer of its own that is kept with what it changed, durably; the ' +
    'peers ask the server once for all and forget why one was refused, and Replicache keeps ' +
    'nothing on the disk before it is done. Done: the next batch is taken in the transaction of ' +
    'the last answer, and leaves as soon as that answer is there, while it is being stored ' +
    '(SYN-17); the outbox is read on from where it was known. What is left is the storing itself: ' +
    'rows, confirmed copies and queue of a hundred changes in one strict transaction. With a ' +
    'network in between (40 ms a request) the goals against RxDB and Legend-State are met.',
  G5:
    'a change crosses the outbox, a push, the change log, a poke that says no more than a number, ' +
    'and a pull, and is made durable twice on the way: on the device that writes and on the one ' +
    'that reads. Rows in the poke would save the pull, and go past the policies that judge who ' +
    'sees what. Looked at: the question which tables have news (page_end), one look into the ' +
    'index of revs of every synced table, is about a quarter of the processor time of a small ' +
    'pull and a few milliseconds on the embedded backend; names of tables beside each rev would ' +
    'save it and cost every write a second note. Not done: it would not reach the goal.',
  G6:
    'by hand the rows of one table are read; ours are appointments with segments, clients, ' +
    'services and staff, as the screen draws them, from a database with eighty stores instead of ' +
    'one. Opening and reading stays well below what is wanted in milliseconds. A week kept as one ' +
    'packed record would read faster and is a second truth beside the rows, which has to follow ' +
    'every write and to go at lock and sign-out: not tried yet.',
  G11:
    'row, shadow, number and outbox entry are one transaction with strict durability. Done: a ' +
    'write waits for storage four times instead of eleven, and in a row of writes the next one no ' +
    'longer stands behind a count of the queue for the sign in the frame, which followed each of ' +
    'them. Left: the offset of the clock is read before the command decides, because its times ' +
    'stand in the rows, and the transaction names all stores, because a command may look anywhere ' +
    'while it decides. Relaxed durability would reach the goal and could lose what a person was ' +
    'told is saved.',
  P1: 'slower machines need more; the ratio to the sweep of the same run holds.',
  P2: 'slower machines need more; the ratio to the sweep of the same run holds.',
  G14:
    'most of an edit are the policies of its row, asked once per statement ' +
    '(supabase/decisions/0006 says what each step costs and why they are not remembered). Done ' +
    'since: the columns that a client may write are an expression instead of a look-up. Tried and ' +
    'left, measured against the floor of the same minutes: without any savepoint a batch of a ' +
    'hundred is not measurably quicker, so one savepoint for all with a second try after a ' +
    'refusal would bring nothing; without the comparison of old and new row (stamp_row) it would ' +
    'be a fiftieth quicker.',
  P13:
    'the load is four parts of reading free times to one of booking, and what the readers take of ' +
    'two cores the bookings wait for. Done: spans of busy time are made once, in double precision ' +
    'instead of numeric, and put together a second time only where something may be shared (a ' +
    'seventh less per reading). Tried and left: weeks of work laid out before they meet the days, ' +
    'which is slower than to look into the pattern of each day. Working minutes kept per person ' +
    'and day would save a fifth, and have to follow patterns, exceptions, employment, travel and ' +
    'the zone. A booking by itself: supabase/decisions/0006-where-the-time-goes.md says what each ' +
    'step costs.',
  'R7.1':
    'bookings of one business take turns, and a turn is a whole booking: about 190 statements, none of ' +
    'which is a twentieth of it, and the way to the caller and back to the commit. Done: the turn is ' +
    'an advisory lock, handed on one by one, instead of the clock row, for which at each commit all ' +
    'sixty were woken; the services of all visits are no longer read twice for each booking; and what ' +
    'was planned anew at each call keeps its plan or is a part of the query (a third less processor ' +
    'time, supabase/decisions/0001 and 0006); and who waited is not judged a second time. 3,000/s would ' +
    'be a third of a millisecond for each. Writing the same rows without any rule, trigger or foreign ' +
    'key, with role and settings, takes a whole one (P13): sixty in a row wait longer than 60 ms for ' +
    'that alone.',
  'R7.2':
    'a quarter of the answers are bookings, which take turns as in R7.1; who comes too late is told from ' +
    'a look without the turn, a millisecond each, most of it the services and rules of the request. ' +
    'Done: as R7.1; services and rules are judged once for the look and the turn, and those who wait for ' +
    'what somebody gets are told together as soon as that is committed (races of forty: B1, B2). Left are ' +
    'the bookings themselves, which come first in this crowd, one after the other.',
  'R7.3':
    'two cores carry eight writers, the other business and whoever asks. Each edit is pushed alone: ' +
    'membership, policies, log, clock and poke come to two milliseconds (G14 says of what), one after ' +
    'the other in one business. Done: who waits for the turn is not woken by each commit any more, so ' +
    'that waiting takes nothing from others. Tried and left: an edit itself, in which nothing stands out.',
  R7:
    'the loads of the reliability plan were counted for one function with a lock and a constraint; ours ' +
    'judges rules, writes the log, the mail and the clock of the business, and whoever writes to one ' +
    'business takes turns (supabase/decisions/0001 and 0006). What must not happen at any rate is held: ' +
    'no overlap, no deadlock, one effect for each request.',
  'R7.12':
    'strangers have a share of the sessions of the backend, one core less than there are, and a line ' +
    'of two hundred behind it; who is signed in never waits for them (supabase/local/decisions/0003). ' +
    'What is left is the machine: one of two cores answers strangers and the other one is shared by the ' +
    'pull, the server that takes everybody in, and the asking side of this lane.',
  P14:
    'eight answers are one whole booking and seven refusals. The booking alone takes longer than ' +
    'the four milliseconds that 2,000/s leave to all eight, and they take turns so that nobody ' +
    'waits for a deadlock (supabase/decisions/0001-one-turn-per-business.md). Done: who comes too ' +
    'late is told so from a look without the turn.',
};

/** Why this goal is missed; a row of the loads has the words of all of them. */
export const reasonFor = (id: string): string | undefined =>
  REASONS[id] ?? REASONS[id.replace(/\..*/, '')];

/** A line for each goal of this run that was not reached. */
export const shortfalls = (goals: readonly Goal[]): string[] => {
  const missed = new Set(goals.filter(({ reached }) => !reached).map(({ id }) => id));
  return [...missed].map((id) => `- **${id}**: ${reasonFor(id) ?? 'not looked into yet.'}`);
};
