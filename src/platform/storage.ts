/**
 * Small settings of this browser. Private modes and full disks make localStorage throw, so every
 * access may fail; then the setting simply is not remembered.
 */
export const readSetting = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

export const writeSetting = (key: string, value: string | null): void => {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Not remembered, and nothing else is wrong.
  }
};

/** Every setting whose name begins so, with its value. */
export const settingsWith = (prefix: string): [key: string, value: string][] => {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix))
      .flatMap((key): [string, string][] => {
        const value = localStorage.getItem(key);
        return value === null ? [] : [[key, value]];
      });
  } catch {
    return [];
  }
};

/** Settings of this tab, gone when it closes. */
export const readTabSetting = (key: string): string | null => {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
};

export const writeTabSetting = (key: string, value: string): void => {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // See above.
  }
};

/** Removes every setting of this tab whose name begins so. */
export const forgetTabSettings = (prefix: string): void => {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(prefix)) sessionStorage.removeItem(key);
    }
  } catch {
    // See above.
  }
};

export type StorageUse = { usedBytes: number; quotaBytes: number; persisted: boolean };

/** How much this site stores and whether the browser promised to keep it; null where it does not say. */
export const storageUse = async (): Promise<StorageUse | null> => {
  try {
    const { usage = 0, quota = 0 } = await navigator.storage.estimate();
    return { usedBytes: usage, quotaBytes: quota, persisted: await navigator.storage.persisted() };
  } catch {
    return null;
  }
};

/** Asks the browser not to throw our data away. Some decide silently, some ask the person. */
export const keepStorage = async (): Promise<boolean> => {
  try {
    return (await navigator.storage.persisted()) || (await navigator.storage.persist());
  } catch {
    return false;
  }
};
