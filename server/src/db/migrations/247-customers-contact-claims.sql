-- A contact is claimed by whatever is giving it to an account: an opening, or a change of contact that is carried out.
ALTER TABLE channel_opening RENAME TO contact_claim;
ALTER INDEX channel_opening_pkey RENAME TO contact_claim_pkey;
