/**
 * Texts that server and portal share, English: of refusals (`refusal.NAME`) and of fields.
 * Parameters stand in braces. The specification's texts are kept to the letter.
 */
export const messages = {
  'refusal.BAD_CREDENTIALS': 'The user name or password is incorrect.',
  'refusal.SESSION_ENDED': 'Your session has ended. Please sign in again.',
  'refusal.PASSWORD_HISTORY_VIOLATION':
    'The new password was used before. Please choose one that you have not used lately.',
  'refusal.PASSWORD_EXPIRES': 'Your password expires in {days} days. Please change it.',
  'refusal.PASSWORD_TOO_YOUNG':
    'Your password was changed less than {hours} hours ago. Please try again later.',
  'refusal.PASSWORD_EXPIRED': 'Your password has expired. Please change it.',
  'refusal.FORCE_CHANGE_PASSWORD': 'Please choose a new password before you go on.',
  'refusal.FORBIDDEN': 'You do not have the permission for this.',
  'refusal.INVALID_REQUEST': 'Some of what was sent cannot be accepted. Please correct it and try again.',
  'refusal.NOT_FOUND': 'What you look for was not found.',
  'refusal.METHOD_NOT_ALLOWED': 'This cannot be done here.',
  'refusal.WRONG_STATE': 'This is no longer possible: it is now {state}.',
  'refusal.PAYLOAD_TOO_LARGE': 'What was sent is too large.',
  'refusal.UNSUPPORTED_MEDIA_TYPE': 'This kind of content is not accepted here.',
  'refusal.IDEMPOTENCY_KEY_REUSED':
    'This transfer was confirmed before with other details. Please start it again.',
  'refusal.TOO_MANY_REQUESTS': 'Too many requests. Please try again in {seconds} seconds.',
  'refusal.UNAVAILABLE': 'The service is not available at the moment. Please try again shortly.',
  'refusal.OUTCOME_UNKNOWN':
    'It is not known yet whether the money was sent. Please check Outgoing transactions before you send again.',
  'refusal.INTERNAL':
    'Something went wrong on our side. Please try again; if it happens again, tell support the reference.',
  'refusal.INSUFFICIENT_FUNDS': 'The current amount exceeds available balance on the main account',
  'refusal.ACCOUNT_NOT_FOUND': 'No account was found for {account}',
  'refusal.ACCOUNT_BLOCKED': 'Account {account} is blocked',
  'refusal.ACCOUNT_DEACTIVATED': 'Account {account} is deactivated',
  'refusal.ACCOUNT_DELETED': 'Account {account} is deleted',
  'refusal.ACCOUNT_NOT_BLOCKED': 'Account {account} is not blocked',
  'refusal.BALANCE_LEFT':
    'Account {account} still holds {khr} KHR and {usd} USD. It can be deleted once nothing is left on it.',
  'refusal.PAYMENTS_PENDING':
    'A payment of account {account} is still under way. The account can be deleted once it is known what became of it.',
  'refusal.VERIFICATION_PENDING':
    'There is a verification request of account {account} that waits for approval. It has to be decided first.',
  'refusal.NOTHING_CHANGED': 'Nothing was changed, so there is nothing to ask for',
  'refusal.RECIPIENT_IS_MAIN_ACCOUNT': 'Money cannot be sent from the main account to itself',
  'refusal.BANK_KEY_NOT_INSTALLED':
    'The bank’s key is not installed on this server, so nothing can be signed. Please ask the keyholders to re-install it.',
  'refusal.DEADLINE_PASSED': 'The transfer took too long and was not sent. Please try again.',
  'refusal.SIGNATURE_REFUSED': 'The message is not signed as it must be: {reason}.',
  'refusal.MESSAGE_ID_REUSED': 'Another message came under this id before.',
  'refusal.NETWORK_SILENT':
    'The national network does not answer at the moment, so accounts of other banks cannot be looked up. Please try again shortly.',
  'refusal.API_KEY_REFUSED': 'The key of the app is missing, wrong or revoked.',
  'refusal.ACCOUNT_EXISTS': 'There is an account {account} already',
  'refusal.CONTACT_IN_USE': 'There is an account with this primary contact already',
  'refusal.PUBLIC_KEY_IN_USE': 'This public key belongs to an account already',
  'refusal.BALANCE_TOO_LOW': 'The amount exceeds the available balance of {balance} {currency}',
  'refusal.DAY_LIMIT_EXCEEDED':
    'The amount exceeds what may be paid today: of {limit} {currency} a day {spent} {currency} are spent',
  'refusal.KEYHOLDER_NOT_LISTED': 'Current keyholder not found in keyholder list',
  'refusal.KEYHOLDERS_COUNT':
    'A key ceremony has {min} to {max} keyholders, and there are {count} now. Please ask an access manager.',
  'refusal.KEY_STORE_NOT_WRITABLE':
    'There is no write permission in the server file system. The key pair cannot be saved. Call an administrator to fix this issue',
  'refusal.SECRET_NOT_SUBMITTED': 'You have not submitted a secret key yet.',
  'refusal.SECRET_SUBMITTED': 'Your secret key has been submitted already.',
  'refusal.SECRET_WRONG': 'This is not the secret key that you gave at the registration.',
  'refusal.SECRETS_MISSING':
    'Not every keyholder has submitted a secret key yet: {missing} of {total} are missing.',
  'field.required': 'This is required',
  'field.unknown': 'This field is not known here',
  'field.invalid': 'This value is not valid',
  'field.invalid-date': 'This is not a valid date',
  'field.invalid-sort': 'The list cannot be sorted this way',
  'field.too-long': 'Please enter at most {max} characters',
  'field.too-short': 'Please enter at least {min} characters',
  'field.too-large': 'This must be at most {max}',
  'field.too-small': 'This must be at least {min}',
  'field.not-a-choice': 'This is not one of the choices',
  'login.required': 'Please enter your user name',
  'password.required': 'Please enter your password',
  'password.current-required': 'Please enter current password',
  'password.new-required': 'Please enter new password',
  'password.repeat-required': 'Please enter re-enter password',
  'password.repeat-differs': 'New password do not match',
  'password.current-wrong': 'The current password is incorrect',
  'password.too-short': 'Please choose at least {min} characters',
  'password.common': 'This password is among the first that are guessed. Please choose another.',
  'password.is-login': 'The password must not be your user name',
  'recipient.required': 'Please enter account ID or primary contact',
  'recipient.invalid': 'The value entered is not recognized as a valid account ID or primary contact',
  'account-id.invalid': 'Invalid account ID',
  'contact.invalid': 'Invalid contact. Please enter a valid phone number.',
  'phone.invalid': 'Please enter valid phone number',
  'phone.starts-with-zero': 'Phone number can’t start with 0',
  'email.invalid': 'Invalid contact. Please enter a valid email address.',
  'amount.required': 'Please enter an amount',
  'amount.not-a-number': 'Please enter the amount in plain digits',
  'amount.not-positive': 'Amount must be positive number',
  'amount.out-of-range': 'The amount is too large',
  'amount.exceeds-balance': 'The current amount exceeds available balance on the main account',
  'amount.khr-fraction': 'KHR amount should not contain any fraction numbers',
  'amount.usd-fraction': 'USD amount should not contain fraction with more than 2 numbers',
  'secret.required': 'Please enter a secret key',
  'secret.too-short': 'Secret key must be minimum 8 characters',
  'secret.too-long': 'Secret key must be maximum 64 characters',
  'secret.too-simple':
    'Secret key must contain at least 1 upper case, 1 lower case letter, 1 digit and 1 special symbol',
  'secret.not-matched': 'Secret keys are not matched',
  'secret.wrong': 'This is not the secret key that you gave at the registration.',
  'backup.file-required': 'Please select a backup file',
  'backup.not-decryptable': "Can't decrypt backup file",
  'description.too-long': "Please make sure your description doesn't exceed 64 characters",
  'source-of-funds.name-required': 'Please enter name',
  'source-of-funds.phone-required': 'Enter phone number',
  'idempotency-key.invalid':
    'The idempotency key must be 8 to 128 letters, digits, dots, colons, hyphens or underscores',
  'search.too-short': 'Please enter at least 3 characters',
  'account.of-other-bank': '{account} belongs to a bank that this bank is not connected to',
  'day.range-reversed': 'The first day must not be after the last',
  'primary-contact.required': 'Primary contact is required',
  'first-name.required': "Please enter user's first name",
  'first-name.too-long': 'First name must not be over 70 characters',
  'first-name.invalid': 'First name must contain letters and digits only',
  'last-name.required': "Please enter user's last name",
  'last-name.too-long': 'Last name must not be over 70 characters',
  'last-name.invalid': 'Last name must contain letters, digits and at most one space',
  'organization-name.required': "Please enter user's organization name",
  'nationality.required': "Please enter user's nationality",
  'nationality.invalid': 'Nationality must contain letters and digits only',
  'document-id.required': "Please enter user's document ID",
  'document-id.invalid': 'Document ID must contain letters and digits only',
  'birthday.required': "Please enter user's birthday",
  'birthday.in-future': 'The birthday must not be in the future',
  'account-name.invalid': 'The account name must be 1 to 32 lowercase letters, digits or underscores',
  'account-type.other': 'This account is of another kind',
  'recipient.is-sender': 'Money cannot be sent from an account to itself',
  'public-key.invalid': 'The public key must be the 32 bytes of an Ed25519 key in base64',
  'qr.invalid': 'This is not a KHQR code, or it is damaged',
  'qr.other-payment': 'The QR code asks for another payment',
  'qr.expired': 'The QR code has expired',
  'image.unknown': 'There is no such picture of this account',
  'image.not-an-image': 'Type error! File should have image type',
  'image.too-large': 'File size is too big! Please make sure the file size is less than {size}',
  'image.too-many-pixels': 'The picture has too many pixels',
  'image.damaged': 'The picture is damaged, or holds more than a picture',
} as const;

export type MessageKey = keyof typeof messages;
export type MessageParams = Record<string, string | number | boolean | null>;

export const isMessageKey = (key: string): key is MessageKey => Object.hasOwn(messages, key);

/** Fills a text's parameters: `{name}`. */
export const fill = (template: string, params: MessageParams = {}): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => (name in params ? String(params[name]) : whole));
