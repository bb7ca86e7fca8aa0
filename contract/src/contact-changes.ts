import { z } from 'zod';
import { AccountId } from './account-id.ts';
import { Code } from './code.ts';
import { contactChangeSorts, contactChangeStatuses } from './contact-change-states.ts';
import { endpoint } from './endpoint.ts';
import { listQuery } from './paging.ts';
import { Email, emailLengthMax, Phone } from './phone.ts';
import { Reason } from './reason.ts';
import { RequestId } from './request-id.ts';
import { InstantOut, oneOf, optional, text } from './text.ts';

/** A request (2-console.md section 3), and what Tonle adds to it. */
export const ContactChange = z.object({
  id: z.string(),
  accountId: z.string(),
  replacementMobilePrimaryContact: z.string(),
  creatorLogin: z.string(),
  status: z.enum(contactChangeStatuses),
  rejectReason: z.string().nullable(),
  createdTime: InstantOut,
  updatedTime: InstantOut,
  /** It waits for somebody, and has for longer than it should (REMINDER_HOURS). */
  overdue: z.boolean(),
});
export type ContactChange = z.infer<typeof ContactChange>;

export const contactChangeEvents = [
  'CREATED',
  'CODE_RESENT',
  'CODE_REFUSED',
  'VERIFIED',
  'AUTHORIZED',
  'REJECTED',
  'CANCELED',
  'CLOSED',
] as const;
/** Who did what when, and why. */
export const ContactChangeEvent = z.object({
  event: z.enum(contactChangeEvents),
  time: InstantOut,
  /** A person of the bank by name, one of its apps, or the bank's own server. */
  by: z.string(),
  byLogin: z.string().nullable(),
  reason: z.string().nullable(),
});
export type ContactChangeEvent = z.infer<typeof ContactChangeEvent>;

export const ContactChangeDetail = ContactChange.extend({
  accountType: z.enum(['MOBILE', 'DESKTOP', 'WEB']),
  /** The holder of the account. */
  name: z.string(),
  /** The contact that was to be replaced. */
  oldPrimaryContact: z.string(),
  creatorName: z.string(),
  events: z.array(ContactChangeEvent),
});
export type ContactChangeDetail = z.infer<typeof ContactChangeDetail>;

/** What the specification's calls answer. */
export const ContactChangeState = z.object({ id: z.string(), status: z.enum(contactChangeStatuses) });
export type ContactChangeState = z.infer<typeof ContactChangeState>;

/** A phone, masked, or an e-mail address, with the faults of the contact check (1-portal.md section 5). */
export const NewContact = z
  .string()
  .trim()
  .min(1, 'primary-contact.required')
  .max(emailLengthMax, 'contact.invalid')
  .transform((typed, ctx) => {
    const judged = typed.includes('@') ? Email.safeParse(typed.toLowerCase()) : Phone.safeParse(typed);
    if (judged.success) return judged.data;
    const key = judged.error.issues[0]?.message ?? '';
    ctx.addIssue({ code: 'custom', message: key === 'phone.invalid' ? 'contact.invalid' : key });
    return z.NEVER;
  });

const base = '/authservice/api/v1/replace-user-primary-contact';
const own = { area: 'contact-changes', response: ContactChangeState } as const;
const ofRequest = z.strictObject({ requestId: RequestId });
const either = ['contact-changes.request', 'contact-changes.authorize'] as const;

export const createContactChange = endpoint({
  ...own,
  name: 'createContactChange',
  summary:
    'Asks to change the primary contact of an account, and sends a code to the new one. Asked again for the same contact it answers with the request that is open.',
  method: 'POST',
  path: base,
  permission: 'contact-changes.request',
  body: z.strictObject({ accountId: AccountId, replacementMobilePrimaryContact: NewContact }),
  errors: ['ACCOUNT_NOT_FOUND', 'ACCOUNT_DELETED', 'CONTACT_CHANGE_OPEN', 'CONTACT_IN_USE'],
});

export const listContactChanges = endpoint({
  area: 'contact-changes',
  name: 'listContactChanges',
  summary: 'The requests to change a primary contact.',
  method: 'POST',
  path: `${base}/requests`,
  permission: either,
  query: z.strictObject(listQuery(contactChangeSorts, 'createdTime,desc')).omit({ filter: true }),
  body: z.strictObject({ status: oneOf(contactChangeStatuses), searchFilter: optional(text(128)) }),
  response: ContactChange,
  list: 'array',
});

export const contactChange = endpoint({
  area: 'contact-changes',
  name: 'contactChange',
  summary: 'A request with all that happened to it. An extension.',
  method: 'GET',
  path: `${base}/requests/{id}`,
  permission: either,
  params: z.strictObject({ id: RequestId }),
  response: ContactChangeDetail,
  errors: ['NOT_FOUND'],
});

export const verifyContactChange = endpoint({
  ...own,
  name: 'verifyContactChange',
  summary: 'Enters the code that the new contact got.',
  method: 'PUT',
  path: `${base}/verify`,
  permission: 'contact-changes.request',
  body: z.strictObject({ requestId: RequestId, code: Code }),
  errors: ['NOT_FOUND', 'WRONG_STATE', 'CODE_WRONG', 'CODE_EXPIRED', 'CODE_TRIES_SPENT'],
});

export const resendContactChangeCode = endpoint({
  ...own,
  name: 'resendContactChangeCode',
  summary: 'Sends another code to the new contact, once a minute at most.',
  method: 'PUT',
  path: `${base}/resend-sms`,
  permission: 'contact-changes.request',
  body: ofRequest,
  errors: ['NOT_FOUND', 'WRONG_STATE', 'CODE_EXPIRED', 'CODE_TRIES_SPENT'],
});

export const cancelContactChange = endpoint({
  ...own,
  name: 'cancelContactChange',
  summary: 'Ends a request that nobody has approved yet.',
  method: 'PUT',
  path: `${base}/cancel`,
  permission: 'contact-changes.request',
  body: ofRequest,
  errors: ['NOT_FOUND', 'WRONG_STATE'],
});

export const authorizeContactChange = endpoint({
  ...own,
  name: 'authorizeContactChange',
  summary: 'Approves a verified request; the contact is changed soon after. Never by whoever created it.',
  method: 'PUT',
  path: `${base}/authorize`,
  permission: 'contact-changes.authorize',
  body: ofRequest,
  errors: ['NOT_FOUND', 'WRONG_STATE', 'OWN_REQUEST'],
});

export const rejectContactChange = endpoint({
  ...own,
  name: 'rejectContactChange',
  summary: 'Refuses a verified request, with a reason.',
  method: 'PUT',
  path: `${base}/reject`,
  permission: 'contact-changes.authorize',
  body: z.strictObject({ requestId: RequestId, reason: Reason }),
  textBody: { identifier: 'requestId', text: 'reason' },
  errors: ['NOT_FOUND', 'WRONG_STATE'],
});
