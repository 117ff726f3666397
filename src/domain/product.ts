/** The product's name. A business that hosts it itself may change it here. */
export const PRODUCT_NAME = 'Daybook';
/** Right-hand side of calendar ids (`<appointment id>@daybook.app`): stable for ever, or calendars would double their events. */
export const ICAL_DOMAIN = 'daybook.app';
