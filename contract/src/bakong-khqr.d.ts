/** The national bank's own library, in the parts that the tests judge our codes by. */
declare module 'bakong-khqr' {
  export const BakongKHQR: {
    verify(text: string): { isValid: boolean };
    decode(text: string): { status: { code: number }; data: Record<string, string | null> | null };
  };
}
