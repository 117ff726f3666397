import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { Button } from './button.tsx';
import { Menu } from './menu.tsx';

const setUp = (onArchive: () => void = () => undefined) => {
  render(
    <MemoryRouter>
      <Menu
        label="Actions"
        trigger={(props) => <Button {...props}>More</Button>}
        items={[
          { label: 'Edit', onPress: () => undefined },
          { label: 'Archive', onPress: onArchive },
          { label: 'Delete', tone: 'danger', disabled: true, onPress: onArchive },
          { label: 'Open', to: '/somewhere' },
        ]}
      />
    </MemoryRouter>,
  );
  return userEvent.setup();
};
const focused = () => document.activeElement?.textContent;

describe('Menu', () => {
  it('opens with the first action focused, and Escape gives focus back', async () => {
    const user = setUp();
    const button = screen.getByRole('button', { name: 'More' });
    await user.click(button);
    expect(button.getAttribute('aria-expanded')).toBe('true');
    expect(focused()).toBe('Edit');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(button);
  });

  it('measures nothing while it is closed', async () => {
    const measured = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect');
    const user = setUp();
    expect(measured).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'More' }));
    expect(measured).toHaveBeenCalled();
    measured.mockRestore();
  });

  it('wanders by arrows, Home, End and first letters', async () => {
    const user = setUp();
    screen.getByRole('button', { name: 'More' }).focus();
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe('Edit');
    await user.keyboard('{ArrowUp}');
    expect(focused()).toBe('Open');
    await user.keyboard('{Home}');
    expect(focused()).toBe('Edit');
    await user.keyboard('a');
    expect(focused()).toBe('Archive');
    await user.keyboard('{End}');
    expect(focused()).toBe('Open');
  });

  it('does the action and closes', async () => {
    const done: string[] = [];
    const user = setUp(() => done.push('archived'));
    await user.click(screen.getByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Archive' }));
    expect(done).toEqual(['archived']);
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('a disabled action can be read but does nothing', async () => {
    const done: string[] = [];
    const user = setUp(() => done.push('deleted'));
    await user.click(screen.getByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    expect(done).toEqual([]);
    expect(screen.getByRole('menu')).toBeTruthy();
  });

  it('closes when something else is pressed', async () => {
    const user = setUp();
    await user.click(screen.getByRole('button', { name: 'More' }));
    await user.click(document.body);
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('goes when its button is scrolled away, and stays when something else scrolls', async () => {
    const user = setUp();
    const beside = document.body.appendChild(document.createElement('div'));
    const around = document.body.firstElementChild!;
    // Both show the first hundred pixels; the button is below them.
    const box = (top: number, bottom: number) => () => new DOMRect(0, top, 100, bottom - top);
    beside.getBoundingClientRect = box(0, 100);
    around.getBoundingClientRect = box(0, 100);
    const button = screen.getByRole('button', { name: 'More' });
    button.parentElement!.getBoundingClientRect = box(200, 240);
    await user.click(button);
    fireEvent.scroll(beside);
    expect(screen.queryByRole('menu', { hidden: true })).not.toBeNull();
    fireEvent.scroll(around);
    expect(screen.queryByRole('menu', { hidden: true })).toBeNull();
    beside.remove();
  });
});
