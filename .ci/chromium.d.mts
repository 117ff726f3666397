/** Path of a Chromium that runs here; installs one if need be, and throws with what to do when that fails. */
export declare function ensureChromium(options?: { isShellEnough?: boolean }): Promise<string>;
