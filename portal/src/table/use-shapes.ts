import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Where a list is cards. On paper it is the table, however narrow the window is. */
const narrowWindow = () => window.matchMedia('screen and (max-width: 767px)');

/** Which shapes of a list have been wanted. */
type Shapes = { table: boolean; cards: boolean };

/**
 * Draws each shape only once it is wanted: both would cost twice, for one to be hidden. What was drawn stays when the window
 * gets narrower or wider, with the dialog that is open in it and what was typed there; the style sheet shows the one and hides
 * the other.
 */
export function useShapes(): Shapes {
  const [shapes, setShapes] = useState<Shapes>(() => {
    const cards = narrowWindow().matches;
    return { table: !cards, cards };
  });
  useEffect(() => {
    const narrow = narrowWindow();
    const want = (shape: keyof Shapes) =>
      setShapes((before) => (before[shape] ? before : { ...before, [shape]: true }));
    const look = () => want(narrow.matches ? 'cards' : 'table');
    // It has to stand there before the paper is drawn.
    const turn = () => flushSync(look);
    const print = () => flushSync(() => want('table'));
    // It may have turned since it was first drawn.
    look();
    narrow.addEventListener('change', turn);
    window.addEventListener('beforeprint', print);
    return () => {
      narrow.removeEventListener('change', turn);
      window.removeEventListener('beforeprint', print);
    };
  }, []);
  return shapes;
}
