-- A trigger for each UPDATE or DELETE does not see TRUNCATE. The audit log refuses it since migration 0015.
CREATE TRIGGER wallet_entries_not_truncated BEFORE TRUNCATE ON "wallet_entries"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
