import { useOutletContext } from 'react-router-dom';
import type { ProfileState } from './use-profile.ts';

/** What the layout of the clients' pages gives to the page inside it. */
export type BookingContext = ProfileState & { slug: string };

export const useBookingContext = (): BookingContext => useOutletContext<BookingContext>();
