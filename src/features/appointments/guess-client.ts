/** What was typed into the search becomes the start of a new client: nobody types a name twice. */
export function guessClient(typed: string): {
  first_name: string;
  last_name: string;
  phone: string;
  email: string;
} {
  const text = typed.trim();
  const empty = { first_name: '', last_name: '', phone: '', email: '' };
  if (text.includes('@')) return { ...empty, email: text };
  if (/^[+\d][\d\s().-]*$/.test(text)) return { ...empty, phone: text };
  const words = text.split(/\s+/u).filter(Boolean);
  return { ...empty, first_name: words[0] ?? '', last_name: words.slice(1).join(' ') };
}
