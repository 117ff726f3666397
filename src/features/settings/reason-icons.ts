import type { Icon } from '#ui/icon.ts';
import {
  Baby,
  Ban,
  Car,
  Clipboard,
  Coffee,
  Dumbbell,
  FileText,
  GraduationCap,
  Heart,
  House,
  Phone,
  ShoppingBag,
  Stethoscope,
  Thermometer,
  TreePalm,
  User,
  Utensils,
  Wrench,
} from 'lucide-react';
import { createElement } from 'react';
import type { ReactNode } from 'react';

/** The pictures of reasons by the names that rows carry, each with a word for it. */
export const REASON_ICONS: Readonly<Record<string, { icon: Icon; label: string }>> = {
  coffee: { icon: Coffee, label: 'Cup' },
  utensils: { icon: Utensils, label: 'Meal' },
  'file-text': { icon: FileText, label: 'Paper' },
  clipboard: { icon: Clipboard, label: 'Clipboard' },
  car: { icon: Car, label: 'Car' },
  'graduation-cap': { icon: GraduationCap, label: 'Course' },
  user: { icon: User, label: 'Person' },
  palmtree: { icon: TreePalm, label: 'Palm tree' },
  thermometer: { icon: Thermometer, label: 'Thermometer' },
  stethoscope: { icon: Stethoscope, label: 'Doctor' },
  baby: { icon: Baby, label: 'Child' },
  heart: { icon: Heart, label: 'Heart' },
  home: { icon: House, label: 'House' },
  phone: { icon: Phone, label: 'Phone' },
  dumbbell: { icon: Dumbbell, label: 'Sport' },
  'shopping-bag': { icon: ShoppingBag, label: 'Shopping' },
  wrench: { icon: Wrench, label: 'Repair' },
  ban: { icon: Ban, label: 'Closed' },
};

/** The picture of a reason; a name that this version does not know still gets one. */
export const ReasonIcon = ({ name }: { name: string }): ReactNode =>
  createElement(REASON_ICONS[name]?.icon ?? Ban, { size: 18, 'aria-hidden': true });
