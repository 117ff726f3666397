/** Which test shows what the test plan asks for: by file and by words of the test's title. */
export type Shown = readonly [file: string, words: string];

const SIM = 'tests/sim/sim.test.ts';
const SIMULATED: Shown = [SIM, 'the simulator finds no broken invariant'];
const CONTRACT = 'tests/contract/engine-on-backend.test.ts';
const ORDER = 'supabase/tests/database/races/order.test.ts';
const ONE_TIME = 'supabase/tests/database/races/bookings/one-time.ts';
const OPEN = 'src/db/open.test.ts';
const TAB = 'sync/engine/tab.test.ts';
const WAITS = 'sync/engine/tab-waits.test.ts';
const TABS = 'sync/engine/tabs.test.ts';
const E2E = 'tests/e2e';

/** What may go wrong (F01 to F40). */
export const FAULTS: Readonly<Record<string, readonly Shown[]>> = {
  F01: [[`${E2E}/offline-day.spec.ts`, 'a whole offline day survives reloads']],
  F02: [
    [WAITS, 'behind a captive portal nothing is believed, stored or lost'],
    [`${E2E}/faults.spec.ts`, 'an outage and a hotel network'],
  ],
  F03: [
    [WAITS, 'a request without answer is given up after twenty seconds'],
    ['tests/harness/fault-proxy.test.ts', 'hang: taken and never answered'],
  ],
  F04: [[`${E2E}/faults.spec.ts`, 'whatever happens to a push or a pull']],
  F05: [['tests/contract/worker-call.test.ts', 'an answer that is cut']],
  F06: [[CONTRACT, 'answers that get lost lose and double nothing']],
  F07: [[ORDER, 'one batch from several tabs at once takes effect once']],
  F08: [[WAITS, 'a busy server is left alone for as long as it asks']],
  F09: [[TAB, 'a mutation that cannot be sent is put aside']],
  F10: [[WAITS, 'a refused token is renewed once']],
  F11: [[`${E2E}/lock.spec.ts`, 'a call that the server does not allow locks the app']],
  F12: [
    [CONTRACT, '[F12] gives up a deadlock'],
    [ORDER, '[F12] who meets a lock that is held for too long'],
    [ONE_TIME, 'B1 [F12] under the limits that the API sets'],
  ],
  F13: [[`${E2E}/faults.spec.ts`, 'the server is killed in the middle of a drain']],
  F14: [[CONTRACT, '[F14] only reads']],
  F15: [[CONTRACT, '[F15] has a full disk']],
  F16: [[ORDER, '[F16] a session that sits in a transaction']],
  F17: [
    [CONTRACT, '[F17] a server that is put back to a dump'],
    ['sync/engine/tab-repairs.test.ts', 'a restored server gets the unsent work once'],
  ],
  F18: [
    [TAB, 'a flood of pokes becomes about one pull a second'],
    [`${E2E}/faults.spec.ts`, 'web sockets that are cut, lose messages or are refused'],
    ['tests/harness/fault-proxy.test.ts', '[F18] web sockets that say too much'],
    ['tests/contract/channel.test.ts', 'what another version of the app says'],
  ],
  F19: [[TABS, 'a visible tab takes over from a frozen leader']],
  F20: [
    [TAB, 'a device with a wrong clock learns the time of the server'],
    ['src/features/calendar/zone-note.dom.test.tsx', '[F20] a device whose zone changes'],
  ],
  F21: [
    ['src/db/write.test.ts', 'when storing into %s fails, none of it is there'],
    ['sync/engine/tab-repairs.test.ts', 'a full device gives up its oldest months'],
  ],
  F22: [
    ['src/app/sync/kept-here.dom.test.ts', '[F22] an empty database where one was'],
    [`${E2E}/storage.spec.ts`, '[F22] what the browser deletes under the open page'],
  ],
  F23: [[OPEN, '[F23] a browser that loses its storage']],
  F24: [
    [OPEN, '[F24] an open that does not come'],
    [`${E2E}/storage.spec.ts`, '[F24] [F26] a tab that holds an older version'],
    // An older version of the app goes on with a newer database; that is how its design was decided.
    [`${E2E}/releases.spec.ts`, 'a rollback to a release with an older database version'],
  ],
  F25: [
    ['src/app/devices/devices.dom.test.tsx', 'says how much is stored here, and asks the browser'],
  ],
  F26: [
    [OPEN, '[F26] a browser that does not store'],
    ['src/app/workspace.dom.test.ts', '[F26] a browser without a database says so'],
  ],
  F27: [
    [`${E2E}/routes.spec.ts`, 'a screen that cannot be drawn becomes the 500 page'],
    ['sync/engine/tab-repairs.test.ts', 'a difference is found and repaired'],
  ],
  F28: [['sync/client.dom.test.ts', 'a worker that asks for it, or dies, is replaced']],
  F29: [
    [TABS, '[F29] of five tabs one leads'],
    [`${E2E}/crash.spec.ts`, 'the leading tab is killed while it drains'],
  ],
  F30: [[`${E2E}/service-worker.spec.ts`, 'a broken sw.js changes nothing']],
  F31: [[`${E2E}/service-worker.spec.ts`, 'a chunk that is gone reloads the page once']],
  F32: [
    ['tests/harness/stripe/journey.test.ts', 'messages late, five times over, in any order'],
    ['tests/harness/stripe/journey.test.ts', 'Stripe cannot be reached when the page begins'],
  ],
  F33: [
    ['supabase/tests/database/timed-messages.test.ts', 'a provider that is away for two hours'],
  ],
  F34: [['src/platform/choose-files.test.ts', 'a picture is drawn anew']],
  F35: [[`${E2E}/releases.spec.ts`, 'a server that is too new: the outbox waits']],
  F36: [
    ['supabase/tests/database/time-table.test.ts', '[F36] zones whose rules are in motion'],
    [
      'supabase/tests/database/zone-rules.test.ts',
      'what lies ahead keeps its time on the wall: work, blocks and time off',
    ],
  ],
  F38: [['sync/engine/tab-repairs.test.ts', '[F38] an empty profile of a known person']],
  F39: [['sync/engine/tab-trouble.test.ts', 'the token of another person who signed in beside us']],
  F40: [[`${E2E}/lock.spec.ts`, 'who is removed from the business keeps the unsent work']],
};

export const FAULTS_WITHOUT: Readonly<Record<string, string>> = {
  F37: 'how long fifty thousand rows take to open is a time: benchmark, lane cold-start (P10).',
};

/** What always holds (INV-1 to INV-20). Those of the simulator are judged after each of its steps. */
export const INVARIANTS: Readonly<Record<string, readonly Shown[]>> = {
  'INV-1': [SIMULATED],
  'INV-2': [SIMULATED],
  'INV-3': [SIMULATED, ['src/db/write.test.ts', 'a saved mutation is rows, shadow, number']],
  'INV-4': [SIMULATED],
  'INV-5': [SIMULATED, [CONTRACT, 'both offline, both fields of one client survive']],
  'INV-6': [SIMULATED],
  'INV-7': [SIMULATED],
  'INV-8': [SIMULATED],
  'INV-9': [SIMULATED, [ORDER, 'eight writers and a reader who never stops asking']],
  'INV-10': [
    ['supabase/tests/database/accounting.test.ts', 'sound books have no faults'],
    ['tests/sim/engine-on-sql.test.ts', 'devices and the real SQL end equal'],
  ],
  'INV-11': [[ONE_TIME, 'B2 times that overlap by quarters: no two winners overlap']],
  'INV-12': [
    ['supabase/tests/database/accounting.test.ts', 'less than nothing of a product'],
    ['tests/sim/engine-on-sql.test.ts', 'devices and the real SQL end equal'],
  ],
  'INV-13': [
    [`${E2E}/sign-out.spec.ts`, '[INV-13] with everything sent, signing out leaves nothing'],
  ],
  'INV-14': [
    SIMULATED,
    ['sync/engine/tab-trouble.test.ts', 'the token of another person who signed in beside us'],
  ],
  'INV-15': [
    ['src/features/booking/booking.dom.test.tsx', 'nothing says "booked" before it is there'],
  ],
  'INV-16': [SIMULATED, [TAB, 'without it, news arrives by the safety pull']],
  'INV-17': [SIMULATED, [TAB, 'a mutation that cannot be sent is put aside']],
  'INV-18': [['src/db/schema.test.ts', '[CP-16] a process that dies anywhere in an upgrade']],
  'INV-19': [
    [`${E2E}/take-your-data.spec.ts`, 'a professional takes everything with them'],
    ['supabase/tests/database/closing.test.ts', 'leaves nothing but the id'],
    ['supabase/tests/database/client-records.test.ts', 'leaves nothing of the person anywhere'],
  ],
  'INV-20': [SIMULATED, ['supabase/tests/database/client-records.test.ts', 'loses it']],
};

/** Judged inside the simulator, where the words of a broken one begin with its id. */
export const JUDGED_BY_THE_SIMULATOR = Object.entries(INVARIANTS).flatMap(([id, shown]) =>
  shown.includes(SIMULATED) ? [id] : [],
);
