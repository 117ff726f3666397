/** Nothing but spaces and line ends: the characters are named, so that SQL means the same ones. */
export const isBlank = (text: string): boolean => /^[ \t\r\n]*$/.test(text);
