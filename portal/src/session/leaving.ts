let deliberate = false;
let entering = false;

/** Whether the session is ending because its user chose so: then its page is not one to come back to. */
export const isLeavingDeliberately = (): boolean => deliberate;

export function leaveDeliberately(leave: () => void): void {
  deliberate = true;
  try {
    leave();
  } finally {
    deliberate = false;
  }
}

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
