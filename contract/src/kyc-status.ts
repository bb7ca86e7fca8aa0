/** How far a customer's identity is verified; what may be paid in a day hangs on it (decisions section 8). */
export const kycStatuses = ['FULL_KYC', 'PARTIAL_KYC'] as const;
export type KycStatus = (typeof kycStatuses)[number];
