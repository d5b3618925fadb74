CREATE TABLE "ledger_accounts" (
	"id" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"kind" text NOT NULL,
	"balance" bigint DEFAULT 0 NOT NULL,
	"floor" bigint,
	CONSTRAINT "ledger_accounts_floor" CHECK ("floor" is null or "balance" >= "floor")
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"transaction_id" bigint,
	"account_id" text,
	"amount" bigint NOT NULL,
	CONSTRAINT "ledger_entries_pk" PRIMARY KEY("transaction_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "ledger_holds" (
	"workspace_id" text,
	"key" text,
	"amount" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_holds_pk" PRIMARY KEY("workspace_id","key")
);
--> statement-breakpoint
CREATE TABLE "ledger_transactions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_transactions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"workspace_id" text NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"agent_id" text,
	"cause" text NOT NULL,
	"amount" bigint NOT NULL,
	"ref" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_transactions_kind" CHECK ("kind" in ('grant', 'hold', 'settle', 'release', 'topup', 'transfer'))
);
--> statement-breakpoint
CREATE INDEX "ledger_holds_at" ON "ledger_holds" ("at");
--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_transactions_key" ON "ledger_transactions" ("workspace_id","key");
--> statement-breakpoint
CREATE INDEX "ledger_transactions_log" ON "ledger_transactions" ("workspace_id","id") WHERE "kind" not in ('hold', 'release') and "amount" <> 0;
--> statement-breakpoint
-- Balances change on every turn and are not indexed: room in the page keeps those updates in place.
ALTER TABLE "ledger_accounts" SET (fillfactor = 50);
--> statement-breakpoint
-- All entries of a transaction come in one statement. It must leave every transaction at zero and stay inside the
-- accounts of its workspace; then it moves the balances, whose floors are a check of the accounts.
CREATE FUNCTION ledger_apply() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM added GROUP BY transaction_id HAVING sum(amount) <> 0) THEN
    RAISE EXCEPTION 'the entries of a ledger transaction do not sum to zero'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_balanced';
  END IF;
  IF EXISTS (
    SELECT 1 FROM added e
    LEFT JOIN ledger_transactions t ON t.id = e.transaction_id
    LEFT JOIN ledger_accounts a ON a.id = e.account_id
    WHERE t.workspace_id IS NULL OR a.workspace_id IS NULL OR t.workspace_id <> a.workspace_id
  ) THEN
    RAISE EXCEPTION 'a ledger entry does not belong to the workspace of its transaction'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_workspace';
  END IF;
  UPDATE ledger_accounts a SET balance = a.balance + d.delta
    FROM (SELECT account_id, sum(amount)::bigint AS delta FROM added GROUP BY account_id) d
    WHERE a.id = d.account_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_apply AFTER INSERT ON "ledger_entries"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ledger_apply();
--> statement-breakpoint
CREATE FUNCTION ledger_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: the ledger is append-only', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_append_only';
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_keep BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();
--> statement-breakpoint
CREATE TRIGGER ledger_transactions_keep BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_transactions"
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();
--> statement-breakpoint
-- A balance moves through entries only: at depth 0 nobody but a client asks for it.
CREATE TRIGGER ledger_accounts_keep BEFORE UPDATE OR DELETE ON "ledger_accounts"
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION ledger_refuse();
--> statement-breakpoint
CREATE TRIGGER ledger_accounts_keep_all BEFORE TRUNCATE ON "ledger_accounts"
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();
--> statement-breakpoint
CREATE TRIGGER ledger_accounts_empty BEFORE INSERT ON "ledger_accounts"
  FOR EACH ROW WHEN (NEW.balance <> 0) EXECUTE FUNCTION ledger_refuse();
