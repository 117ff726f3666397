import type { Lane } from './lane.ts';
import { bookingPage } from './lanes/booking-page.ts';
import { bootstrap } from './lanes/bootstrap.ts';
import { clientList } from './lanes/client-list.ts';
import { coldStart } from './lanes/cold-start.ts';
import { crowded } from './lanes/crowded.ts';
import { embedded } from './lanes/embedded.ts';
import { gaps } from './lanes/gaps.ts';
import { interactions } from './lanes/interactions.ts';
import { live } from './lanes/live.ts';
import { loads } from './lanes/loads.ts';
import { local } from './lanes/local.ts';
import { loss } from './lanes/loss.ts';
import { push } from './lanes/push.ts';
import { reports } from './lanes/reports.ts';
import { search } from './lanes/search.ts';
import { server } from './lanes/server.ts';
import { sizes } from './lanes/sizes.ts';
import { slots } from './lanes/slots.ts';
import { tabs } from './lanes/tabs.ts';
import { week } from './lanes/week.ts';

/** In the order of the report. */
export const LANES: readonly Lane[] = [
  sizes,
  slots,
  search,
  clientList,
  reports,
  local,
  live,
  loss,
  push,
  tabs,
  server,
  loads,
  gaps,
  embedded,
  coldStart,
  week,
  crowded,
  interactions,
  bookingPage,
  bootstrap,
];
