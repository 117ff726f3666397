import { patterns } from '#app/paths.ts';
import { Button } from '#ui/button.tsx';
import { LinkButton } from '#ui/link-button.tsx';

/** Instead of the second question, once there is a menu. */
export function MenuThere({ serviceCount, onDone }: { serviceCount: number; onDone: () => void }) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <p>
        {serviceCount === 1 ? 'One service is' : `${serviceCount} services are`} on your menu. Add
        more, or change lengths and prices, whenever you like.
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <LinkButton to={patterns.services}>Open the menu</LinkButton>
        <Button variant="primary" onClick={onDone}>
          Continue
        </Button>
      </div>
    </div>
  );
}
