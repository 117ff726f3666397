/** Reads a ZIP as other programs do: by the directory at its end. Throws on a file that is damaged. */
export const unzip = async (zip: Uint8Array<ArrayBuffer>): Promise<Map<string, string>> => {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const end = zip.length - 22;
  if (view.getUint32(end, true) !== 0x06054b50) throw new Error('No directory at the end');
  const files = new Map<string, string>();
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (view.getUint32(at, true) !== 0x02014b50) throw new Error(`No entry at ${at}`);
    const packedSize = view.getUint32(at + 20, true);
    const nameLength = view.getUint16(at + 28, true);
    const name = textOf(zip.subarray(at + 46, at + 46 + nameLength));
    const local = view.getUint32(at + 42, true);
    // The header before the content says the same as the directory.
    for (let byte = 0; byte < 22; byte += 1) {
      if (zip[at + 6 + byte] !== zip[local + 4 + byte]) throw new Error(`${name}: two headers`);
    }
    const from = local + 30 + nameLength + view.getUint16(local + 28, true);
    const content = await unpacked(zip.subarray(from, from + packedSize));
    const isWhole =
      content.length === view.getUint32(at + 24, true) &&
      crc32(content) === view.getUint32(at + 16, true);
    if (!isWhole) throw new Error(`${name} is damaged`);
    files.set(name, textOf(content));
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return files;
};

const textOf = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);

const unpacked = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> => {
  const unpacker = new DecompressionStream('deflate-raw');
  const writer = unpacker.writable.getWriter();
  const written = writer.write(bytes).then(() => writer.close());
  const content = new Uint8Array(await new Response(unpacker.readable).arrayBuffer());
  await written;
  return content;
};

/** Bit by bit, as the definition says: another way than the writer's. */
const crc32 = (bytes: Uint8Array): number => {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1));
  }
  return ~crc >>> 0;
};
