import { Refusal } from '@tonle/contract/refusal';

const FORM_TYPE =
  /^(application\/x-www-form-urlencoded *(; *charset="?utf-8"? *)?|multipart\/form-data *; *boundary=[\w'()+,./:=?" -]{1,80})$/i;
const FIELDS_MAX = 32;
export const FORM_BYTES_MAX = 16 * 1024;

/**
 * The text fields of a form, urlencoded or multipart. A name given twice is an array and a file is no text, so that
 * no schema of a text takes them.
 */
export async function formFrom(bytes: Uint8Array, contentType: string | undefined): Promise<unknown> {
  if (!FORM_TYPE.test(contentType ?? '')) throw new Refusal('UNSUPPORTED_MEDIA_TYPE');
  const form = await read(bytes, contentType ?? '');
  const fields: Record<string, unknown> = Object.create(null);
  let count = 0;
  for (const [name, value] of form) {
    count += 1;
    if (count > FIELDS_MAX) throw new Refusal('INVALID_REQUEST');
    const before = fields[name];
    fields[name] = before === undefined ? value : [before, value].flat();
  }
  return { ...fields };
}

async function read(bytes: Uint8Array, contentType: string): Promise<FormData> {
  try {
    return await new Response(Buffer.from(bytes), { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw new Refusal('INVALID_REQUEST');
  }
}
