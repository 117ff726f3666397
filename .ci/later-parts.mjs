/** What every page runs before it can ask for anything else. */
const always = ['rolldown-runtime', 'react', 'base'];
/** What the first page of the signed-in side has brought besides. */
const signedIn = [...always, 'dexie', 'parts', 'dialogs', 'both', 'app', 'app-root', 'pro-shell'];
/** And what it fetches by itself as soon as its first screen stands (`soon` in budgets.json). */
const soon = [...signedIn, 'sheets', 'server', 'icons', 'fields', 'offered', 'pictures'];

/** What the page where clients book has, itself included, before it draws anything. */
const booking = [...always, 'first-step', 'offered'];

const filesOf = (names) => new RegExp(`^assets/(${names.join('|')})-[\\w-]{8}\\.js$`);
const alwaysThere = filesOf(always);
const thereWhenSignedIn = filesOf(signedIn);
const thereAfterFirstScreen = filesOf(soon);
const thereForBooking = filesOf(booking);
const onTheWayIn = filesOf(['app-root', 'pro-shell']);
const clientsFirst = filesOf(['public-shell', 'first-step']);
const clientsNext = filesOf(['later-steps']);
const onBookingPage = filesOf(['first-step']);
const onSignedInSide = filesOf(['app', 'calendar-screen']);

/**
 * The files that are asked for together with a part that is fetched later. The part is asked for
 * anyway, and what the page has already need not be: their names would stand in the code that
 * everybody waits for, once in each file.
 * @type {import('vite').ResolveModulePreloadDependenciesFn}
 */
export const laterParts = (part, files, { hostId, hostType }) => {
  // The way in: nothing is there yet, but the first script has asked for what a client begins with.
  if (hostType === 'html' || hostId.startsWith('assets/index-')) {
    return clientsFirst.test(part) ? files.filter((file) => !file.endsWith('.js')) : files;
  }
  // Nobody waits for the later steps yet, and to begin fourteen requests at once holds up the first touch.
  if (onBookingPage.test(hostId) && clientsNext.test(part)) return [];
  const isThere = onSignedInSide.test(hostId)
    ? thereAfterFirstScreen
    : onTheWayIn.test(hostId)
      ? thereWhenSignedIn
      : onBookingPage.test(hostId)
        ? thereForBooking
        : alwaysThere;
  return files.filter((file) => file !== part && !isThere.test(file));
};
