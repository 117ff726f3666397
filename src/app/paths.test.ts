import { describe, expect, it } from 'vitest';
import { pathTo, patterns } from './paths.ts';

describe('pathTo', () => {
  it('fills in and encodes the parts of a path', () => {
    expect(pathTo('client', { clientId: 'a/b c' })).toBe('/clients/a%2Fb%20c');
    expect(pathTo('bookPayment', { proUrl: 'studio-lumen' })).toBe('/book/studio-lumen/payment');
  });

  it('adds a query', () => {
    expect(pathTo('calendar', null, { day: '2026-11-21' })).toBe('/calendar?day=2026-11-21');
  });

  it('needs nothing for a path without parts', () => {
    expect(pathTo('giftCards')).toBe('/gift-cards');
  });
});

describe('the table', () => {
  it('holds every route of the specification', () => {
    const specified = `
      /login /forgot-password /update-password /verify-email /auth/callback
      /form/:publicKey /form/submitted /cancel-appointment
      /book/:proUrl /book/:proUrl/privacy /book/:proUrl/payment
      /book/:proUrl/confirmation /book/:proUrl/waitlist-confirmation
      / /onboarding /settings /settings/block-off-reasons /settings/billing /settings/emails
      /settings/stripe/return /more /more/services /checkout /checkout/:appointmentId
      /checkout/success /transactions /analytics /calendar /appointments/:appointmentId
      /clients /clients/:clientId /waitlist /forms /forms/new /forms/:formId/edit
      /inventory /staff /gift-cards`;
    expect(Object.values(patterns)).toEqual(expect.arrayContaining(specified.trim().split(/\s+/)));
  });
});
