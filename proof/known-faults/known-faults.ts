/**
 * Faults that public products of this kind had, each restated as a case on Tonle: what is done and what is right. The
 * title of a test that holds it ends with its name, in brackets; a name without such a test fails.
 */
export interface KnownFault {
  /** The source's own name for it: a product and the number of an issue, a pull request or a CVE. */
  readonly name: string;
  /** Other sources of the same fault. */
  readonly also?: readonly string[];
  readonly fault: string;
}

export const knownFaults: readonly KnownFault[] = [
  // Days and times
  {
    name: 'bcgov/entity 4066',
    fault:
      'Rows at 00:05 and 23:55 Phnom Penh, browser in UTC, then in Los Angeles; filter on today → both rows.',
  },
  {
    name: 'woocommerce-payments 9135',
    also: ['woocommerce-payments 8522'],
    fault:
      'One transaction in list, detail, account detail, CSV and statement → one time, UTC+7, the CSV says the offset.',
  },
  {
    name: 'killbill-admin-ui 99',
    fault: 'A birthday typed in a browser far west or east of Phnom Penh → unchanged after saving.',
  },
  // Lists
  {
    name: 'keycloak 18134',
    fault: 'On page 3, type a search → page 1 of the matches, total of the matches.',
  },
  { name: 'keycloak 17833', fault: 'Filter, then Next → rows that were not on the page before.' },
  {
    name: 'keycloak 36513',
    fault:
      'Accounts a_b@chkt and axb@chkt; search a_b → one row. Also %, \\\\, +855, Khmer, spaces at the ends.',
  },
  {
    name: 'react-admin 8025',
    fault: 'Three filters, open a row, Back; reload; the link in another tab → the same rows each time.',
  },
  {
    name: 'hyperswitch-control-center 5108',
    fault:
      "A 45-day-old deposit's hash in the search box, default window 30 days → found, and the portal says why.",
  },
  {
    name: 'react-admin 5797',
    fault: "Fast typing, the first answer arrives last → the last query's rows are shown.",
  },
  {
    name: 'hyperswitch-control-center 4950',
    fault: '12 rows at page size 50 → the page list goes, the size choice stays.',
  },
  {
    name: 'fineract CVE-2018-1289',
    fault: '`sort=(case when…)`, an unknown field, a junk direction → 400, never SQL.',
  },
  // Money
  {
    name: 'woocommerce-payments 7834',
    fault: 'KHR 15000 → 15000 in list, detail, CSV, statement and QR, never 150.00.',
  },
  {
    name: 'hyperswitch-control-center 3799',
    fault: 'Balance USD 0.30: send 0.30 → accepted; 0.31 → refused. Balance 1.10 likewise.',
  },
  {
    name: 'numscript PR 156',
    fault:
      'KHR 9007199254740993; 100.5 KHR; "1e3"; "-0"; " 5 "; "٥"; NaN; 10^30 → exact or refused in words.',
  },
  {
    name: 'openMF/web-app PR 3609',
    fault: 'Double click on Yes, Enter and click together, on a slow network → one transfer.',
  },
  {
    name: 'midaz 1436',
    fault: 'Two equal transfers, each confirmed by a person → two transfers; a retry of one → still two.',
  },
  { name: 'midaz-sdk-golang PR 236', fault: 'Same idempotency key, another body → 422, nothing moves.' },
  { name: 'midaz 709', fault: 'Refused for funds, topped up, tried again → judged anew.' },
  {
    name: 'express-idempotency 32',
    fault: "The server is killed between posting and answering → the retry gets the posting's own answer.",
  },
  {
    name: 'hyperswitch 13182',
    fault: '100 refunds and acknowledges of one deposit at once → exactly one wins, the rest get 409.',
  },
  {
    name: 'Containarium PR 1326',
    fault:
      'Writers in parallel → the chain has no fork; what was hashed is what is read back (microseconds!).',
  },
  // Work queues
  {
    name: 'openMF/web-app 1448',
    fault: 'Approve a row → it leaves the list, the total falls by one, without a reload.',
  },
  {
    name: 'bcgov/entity 11228',
    fault: 'Approve what a colleague has just rejected → a plain message and the fresh state.',
  },
  { name: 'memories 378', fault: 'Approve and reject at once → one wins, the other is told who won.' },
  {
    name: 'sbc-pay PR 2248',
    also: ['avni-server 1025'],
    fault: 'The creator calls the approve endpoint directly → 403.',
  },
  {
    name: 'hyperswitch-control-center 3658',
    fault: 'A refund answered by 500 or by silence → an error dialog, both buttons usable, nothing claimed.',
  },
  {
    name: 'bcgov/entity 8162',
    fault: 'A reason of spaces → refused; a given reason is shown wherever the request is.',
  },
  // Who gets in
  {
    name: 'hyperswitch-control-center 232',
    also: ['keycloak CVE-2024-3656'],
    fault: "Each role types each other role's URLs → /404 and no data was requested; each API call → 403.",
  },
  {
    name: 'hyperswitch-control-center 5346',
    fault:
      "A custom role that holds a page's permissions → sees page and buttons; nothing is tied to a role's name.",
  },
  {
    name: 'fineract CVE-2024-23537',
    fault: 'Extra `roles`, `authorities`, `blocked` in a body → 400, nothing changed.',
  },
  {
    name: 'keycloak CVE-2024-4629',
    also: ['vault CVE-2025-6004'],
    fault:
      '50 wrong passwords in parallel → at most 5 were checked; `Admin`, `ADMIN`, ` admin` count as one.',
  },
  {
    name: 'vault CVE-2025-6011',
    fault:
      'Sign-ins of known, unknown and locked users → the same work (one hash each), the same answer; the medians are printed by `npm run proof`.',
  },
  {
    name: 'directus CVE-2024-34709',
    also: ['product-is 13657'],
    fault: 'The token after logout, block, or a lost permission → 401 or 403 on the next call.',
  },
  {
    name: 'jsonwebtoken CVE-2022-23540',
    fault: '`alg: none`, HS256 signed with the public key, foreign `kid` → 401.',
  },
  {
    name: 'casdoor 5250',
    fault: '100 guesses of a six-digit code in parallel, with resends between → 5 are checked.',
  },
  { name: 'vendure 1307', fault: 'Two access managers remove each other at once → one remains.' },
  {
    name: 'react-idle-timer 289',
    also: ['dol-whd-14c 684'],
    fault:
      'Idle for an hour in one tab, working in another → still signed in; no idle dialog on the sign-in page.',
  },
  // Text and files
  {
    name: 'strapi 26857',
    also: ['speckle-server 1101'],
    fault:
      'Terms with `<img onerror>`, `javascript:` links, SVG, deep nesting, 10 MB → inert or refused, on writing and on reading.',
  },
  {
    name: 'ChurchCRM 5465',
    fault:
      'Names and descriptions that begin with = + - @ tab or return → not run by a spreadsheet; amounts and +855 numbers stay usable.',
  },
  {
    name: 'chatwoot 15684',
    fault:
      'A CSV with Khmer names in Excel → readable (starts EF BB BF); cells with #, quotes, newlines intact.',
  },
  {
    name: 'bimg 394',
    also: ['fineract CVE-2022-44635'],
    fault:
      'A PNG of 20,000 × 20,000 in 48 KB; a script behind a PNG; an SVG named .png; `../` in a name → refused.',
  },
  {
    name: 'dart_pdf 1873',
    also: ['foliojs/fontkit 367'],
    fault: 'Names ខ្ញុំ, ស្រី, ម្ត៉ាយ in a statement → shaped, and the server lives.',
  },
  {
    name: 'keycloak-ui 1189',
    fault:
      'A name of 140 characters, an id of 42, a hash of 64 at 1280 px and 390 px → contained, the whole text reachable.',
  },
  {
    name: 'posthog 13638',
    fault:
      'An export that takes 60 s → "processing too long" message, the job goes on and appears on /download once.',
  },
  { name: 'ts-khqr crc16', fault: 'QR whose CRC is below 0x1000 → still four hex digits.' },
  // Faults
  {
    name: 'node-postgres 1324',
    fault:
      'PostgreSQL restarts under load → the same server process goes on, requests meanwhile get 503 with Retry-After.',
  },
  {
    name: 'node-postgres 3543',
    fault: '1,000 requests cut off by their clients → the pool is whole afterwards.',
  },
  {
    name: 'a killed worker',
    fault: "A job's worker is killed → the job is finished by another or ends FAILED, never hangs.",
  },
  {
    name: 'fastify CVE-2026-25223',
    fault:
      '`Content-Type: application/json\\t…`, duplicate keys, `__proto__`, NUL, lone surrogates, a 10 MB body → 4xx.',
  },
];
