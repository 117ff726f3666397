/**
 * Opens the phone's own messages with the number and the text filled in; the person presses "send".
 * iOS reads `&body`, Android `?body`: `?&body` is understood by both.
 */
export const smsLink = (phone: string, text: string): string =>
  `sms:${phone.replace(/[^+\d]/g, '')}?&body=${encodeURIComponent(text)}`;

/** The same for mail, where there is no number. */
export const mailLink = (email: string, subject: string, text: string): string =>
  `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`;
