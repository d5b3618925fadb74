-- The ledger keeps what was moved for ever, but not the words of people who are gone: once a workspace is, the cause of its
-- transactions may become empty, and nothing else of them may change.
CREATE FUNCTION ledger_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - 'cause' = to_jsonb(OLD) - 'cause' AND NEW.cause = ''
    AND NOT EXISTS (SELECT 1 FROM workspaces WHERE uid = OLD.workspace_id) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% of % is refused: the ledger is append-only', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_append_only';
END $$;
--> statement-breakpoint
DROP TRIGGER ledger_transactions_keep ON "ledger_transactions";
--> statement-breakpoint
CREATE TRIGGER ledger_transactions_keep BEFORE DELETE OR TRUNCATE ON "ledger_transactions"
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();
--> statement-breakpoint
CREATE TRIGGER ledger_transactions_words BEFORE UPDATE ON "ledger_transactions"
  FOR EACH ROW EXECUTE FUNCTION ledger_words();
