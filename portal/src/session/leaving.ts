import { dropDrafts } from './drafts.ts';

let deliberate = false;
let entering = false;
/** When another tab said that its user is logging out; the end of the session follows it at once. */
let leftElsewhere = 0;
const leavingKey = 'tonle.leaving';
const followsWithinMs = 5_000;

/** Whether the session is ending because its user chose so: then its page is not one to come back to. */
export const isLeavingDeliberately = (): boolean =>
  deliberate || Math.abs(Date.now() - leftElsewhere) < followsWithinMs;

export function leaveDeliberately(leave: () => void): void {
  deliberate = true;
  try {
    leave();
  } finally {
    deliberate = false;
  }
}

/** Logging out drops every tab's drafts (decisions section 5), which only that tab can reach. */
export function tellOtherTabs(): void {
  localStorage.setItem(leavingKey, String(Date.now()));
}

window.addEventListener('storage', (event) => {
  if (event.key !== leavingKey || event.newValue === null) return;
  leftElsewhere = Date.now();
  dropDrafts();
});

/** Whether this tab's sign-in page is starting the session, and so decides itself where to go. */
export const isEnteringHere = (): boolean => entering;

export function enterHere(enter: () => void): void {
  entering = true;
  try {
    enter();
  } finally {
    entering = false;
  }
}
