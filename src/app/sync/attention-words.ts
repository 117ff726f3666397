import type { AttentionView } from '#db/queries/attention.ts';
import { giftMoneyWords, onlineMoneyWords } from '#domain/appointments/dispute-words.ts';
import type { AttentionItemRow } from '#domain/rows.ts';
import { mutationWords } from './mutation-words.ts';

/** What happened, so that a person can decide about it. */
export const attentionWords = ({
  item,
  clientName,
}: Pick<AttentionView, 'item' | 'clientName'>): { title: string; text: string } => {
  const who = clientName ? ` for ${clientName}` : '';
  const what = item.mutation_name ? mutationWords(item.mutation_name) : 'A change';
  switch (item.kind) {
    case 'slot_taken':
      if (item.entity === 'attendees') {
        return {
          title: `No seat left${who}`,
          text: 'Others had the last seats of this class first, or it was cancelled meanwhile. Add seats, or take them off the list.',
        };
      }
      return {
        title: `Time already taken${who}`,
        text: 'While this device was offline, somebody else got this time. The appointment is kept, but two stand in one place.',
      };
    case 'stale_field':
      return {
        title: `Changed by two people${who}`,
        text: 'You changed this while offline; somebody else changed it meanwhile. Theirs is shown now, yours is kept here.',
      };
    case 'deleted':
      return {
        title: `Deleted meanwhile${who}`,
        text: `${what} on this device, but somebody else had deleted it. What you entered is kept below.`,
      };
    case 'permission':
      if (item.entity === 'sales' && 'receipt' in item.mine) {
        return {
          title: 'A large discount',
          text: `On receipt ${String(item.mine['receipt'])} more was taken off than the role of who made it allows. The sale is kept as it is.`,
        };
      }
      return {
        title: 'Not allowed',
        text: `${what} on this device, but your role does not allow it. Ask an owner or manager.`,
      };
    case 'balance':
      if (['appointments', 'payments', 'sales'].includes(item.entity)) {
        const online = onlineMoneyWords(item.mine);
        if (online) return { title: `${online.title}${who}`, text: online.text };
      }
      if (item.entity === 'appointments') {
        if ('held_until' in item.mine) {
          return {
            title: `Answer this request soon${who}`,
            text: 'The card of your client is held for a week only, and that is nearly over. After that the deposit is gone; the request stays.',
          };
        }
        if ('unpaid' in item.mine) {
          return {
            title: `Cancelled: the deposit was not paid${who}`,
            text: 'The time was kept until a moment that you had said, and is free again. Where there is an address, your client was told by mail.',
          };
        }
        if ('deposit' in item.mine) {
          return {
            title: `Ask for a deposit${who}`,
            text: 'The time came from the waitlist, where nobody pays online. The client was told that you ask for it before the visit.',
          };
        }
        return {
          title: `The deposit was not charged${who}`,
          text: 'The bank let the card go before it could be charged, so nothing was paid online. The appointment stays; ask for the deposit if you want it.',
        };
      }
      if (item.entity === 'payments' && 'compared' in item.mine) {
        return {
          title: 'Your provider says otherwise',
          text: `Of what was paid online on ${String(item.mine['compared'])}, ${String(item.mine['findings'])} payments are not what your provider says. Open Payments in the settings to see which.`,
        };
      }
      if (item.entity === 'payments' && 'payout' in item.mine) {
        return {
          title: 'A payout is not what was noted',
          text: `What your provider sends to your bank for ${String(item.mine['payout'])} is not what was paid online here. Open Payments in the settings to see by how much, and in which payments.`,
        };
      }
      if (item.entity === 'payments' && 'returned_cents' in item.mine) {
        return {
          title: 'A membership was paid back',
          text: 'What was charged for a period went back to the card, at your provider. Its visits are still there; end the membership if nothing more is to be charged.',
        };
      }
      if (item.entity === 'client_memberships' && item.mine['decline'] === 'paid_twice') {
        return {
          title: `A membership may be paid twice${who}`,
          text: `A period of “${String(item.mine['membership'])}” was sold at the desk while its card was being charged. The client has the visits of both; give one of them back if they want that.`,
        };
      }
      if (item.entity === 'client_memberships') {
        const isUnknown = item.mine['decline'] === 'no_answer';
        return {
          title: `A membership is not paid${who}`,
          text: isUnknown
            ? `Nobody knows whether the card of “${String(item.mine['membership'])}” was charged. Look in the dashboard of your payments, and charge it again if it was not.`
            : `The card of “${String(item.mine['membership'])}” is not asked again by itself. Your client was mailed a link to pay or use another card; after two weeks it ends.`,
        };
      }
      if (item.entity === 'gift_cards') {
        if (['dispute', 'refund', 'returned_cents'].some((fact) => fact in item.mine)) {
          return giftMoneyWords(item.mine);
        }
        return {
          title: 'Two gift cards with one code',
          text: `Two devices without a connection made the same code. The second card, ending in ${String(item.mine['card'])}, has its money and no code: take it back and sell another one.`,
        };
      }
      if (item.entity === 'sales' && 'card' in item.mine) {
        return {
          title: 'A gift card did not cover a sale',
          text: `The card ending in ${String(item.mine['card'])} was used elsewhere, blocked or over when this sale arrived. The sale is kept: collect the amount under Transactions.`,
        };
      }
      if (item.entity === 'sales' && 'package' in item.mine) {
        return {
          title: 'A package did not cover a sale',
          text: `The last visit of “${String(item.mine['package'])}” was used elsewhere, or its time was over, when this sale arrived. The sale is kept: collect the amount under Transactions.`,
        };
      }
      if (item.entity === 'sales' && 'returned_cents' in item.mine) {
        return {
          title: 'More went back than was left',
          text: 'What was paid online for a sale went back to the card, and some of it had gone back in another way before. Ask your client for what is too much.',
        };
      }
      if (item.entity === 'sales' && !('receipt' in item.theirs)) {
        return {
          title: 'A deposit is not there any more',
          text: `Receipt ${String(item.mine['receipt'])} counts a deposit that went back, or that another sale had taken up. The sale is kept. If it was rung up twice, open it under Transactions and take it back.`,
        };
      }
      if (item.entity === 'sales') {
        return {
          title: 'A visit was checked out twice',
          text: `Receipts ${String(item.mine['receipt'])} and ${String(item.theirs['receipt'])} are about the same visit. If it was paid once, open one of them under Transactions and take it back.`,
        };
      }
      if (item.entity === 'products') {
        return {
          title: `${String(item.mine['product'])}: less than nothing left`,
          text: 'Devices that did not know of each other sold or used more than there was. The sales are kept. Count it in the inventory, or ask who keeps it.',
        };
      }
      if (item.entity === 'purchase_orders') {
        const told = (name: string): string => String(item.mine[name]);
        return {
          title: `${told('product')}: more came than was ordered`,
          text: `${told('came')} were received of ${told('ordered')} ordered. If two devices received the same parcel, count the product in the inventory.`,
        };
      }
      if (item.entity === 'pay_runs') {
        return {
          title: 'Two pay runs for the same days',
          text: `Days from ${String(item.mine['run_from'])} to ${String(item.mine['run_to'])} are in another run as well: two devices without a connection closed one each. If somebody was paid twice, take it off in the next run.`,
        };
      }
      return {
        title: 'Below zero',
        text: 'Together with what others did meanwhile, an amount went below zero. Please check it.',
      };
    case 'validation':
      return {
        title: `Not accepted${who}`,
        text: `${what} on this device, but the server could not accept it.`,
      };
    case 'zone_rules': {
      const zone = String(item.mine['time_zone']);
      return {
        title: `The clocks of ${zone.slice(zone.indexOf('/') + 1).replaceAll('_', ' ')} have new rules`,
        text: 'These appointments keep the time that was agreed. Clients have been sent a new calendar file.',
      };
    }
    default:
      // A newer server may know more kinds than this version.
      return { title: `Please have a look${who}`, text: `${what} needs a decision.` };
  }
};

export type Difference = { field: string; mine: string; theirs: string };

/** The fields in which both sides differ, as text. */
export const differences = ({
  mine,
  theirs,
  kind,
}: Pick<AttentionItemRow, 'mine' | 'theirs' | 'kind'>): Difference[] => {
  if (kind === 'slot_taken' || kind === 'zone_rules') return [];
  const told = [
    'receipt',
    'product',
    'card',
    'deposit',
    'dispute',
    'charge',
    'refund',
    'compared',
    'payout',
    'returned_cents',
    'membership',
    'package',
    'held_until',
    'unpaid',
    'run_from',
  ];
  if (told.some((field) => field in mine)) return [];
  return Object.entries(mine)
    .filter(([field]) => !hidden.test(field))
    .map(([field, value]) => ({
      field: fieldWords(field),
      mine: printed(value),
      theirs: printed(theirs[field]),
    }))
    .filter((difference) => difference.mine !== difference.theirs);
};

/** Ids and order keys mean nothing to people. */
const hidden = /(^|_)(id|ids|key|rev)$/;

const fieldWords = (field: string): string => {
  const words = field.replace(/_(cents|min)$/, '').replace(/_/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const printed = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return JSON.stringify(value);
};
