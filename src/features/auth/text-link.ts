/** A link inside text, tall enough for a thumb where it stands alone. */
export const textLink =
  'inline-flex min-h-6 items-center font-medium text-accent underline decoration-accent/35 underline-offset-4 hover:decoration-accent';
