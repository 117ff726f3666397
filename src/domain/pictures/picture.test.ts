import { describe, expect, it } from 'vitest';
import { readPicturePath } from './path.ts';
import { pictureAddresses, picturePath } from './picture.ts';

const BUSINESS = '01920000-0000-7000-8000-000000000001';
const ID = '01920000-0000-7000-8000-000000000002';
const PATH = picturePath(BUSINESS, 'staff', { id: ID, width: 512, height: 300 });

describe('the path of a picture', () => {
  it('says which one it is and how large', () => {
    expect(readPicturePath(PATH)).toEqual({ id: ID, width: 512, height: 300 });
  });

  it.each([
    null,
    '',
    `${BUSINESS}/clients/${ID}-512x512`,
    `${BUSINESS}/staff/${ID}`,
    `${BUSINESS}/staff/${ID}-0x512`,
    `${BUSINESS}/staff/${ID}-5120x512`,
    `../auth/v1/logout?${PATH}`,
    `${PATH}/../../other`,
    `${PATH}?x`,
    `${PATH}\n`,
    `https://else.example/${PATH}`,
    `//else.example/${PATH}`,
  ])('is nothing else: %s', (path) => {
    expect(readPicturePath(path)).toBeNull();
    expect(pictureAddresses('https://salon.example', path, 96)).toEqual([]);
  });
});

it('a picture is asked for small first, then as it is', () => {
  expect(pictureAddresses('https://salon.example', PATH, 96)).toEqual([
    `https://salon.example/storage/v1/render/image/public/pictures/${PATH}?width=96&height=96&resize=contain`,
    `https://salon.example/storage/v1/object/public/pictures/${PATH}`,
  ]);
});
