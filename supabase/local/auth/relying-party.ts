import { PRODUCT_NAME } from '#domain/product.ts';
import type { AuthContext } from './context.ts';

/** Whom passkeys are made for, and the pages that may use them. */
export type RelyingParty = { id: string; name: string; origins: string[] };

const LOOPBACK = ['127.0.0.1', '[::1]'];

/**
 * The host of the app. Browsers make no passkeys for addresses that are numbers: on the own machine
 * it is the name `localhost` that has them.
 */
export function relyingPartyOf({ siteUrl }: Pick<AuthContext, 'siteUrl'>): RelyingParty {
  const site = new URL(siteUrl());
  if (LOOPBACK.includes(site.hostname)) site.hostname = 'localhost';
  return { id: site.hostname, name: PRODUCT_NAME, origins: [site.origin] };
}
