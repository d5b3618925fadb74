CREATE TABLE "payment_customers" (
	"workspace_id" text PRIMARY KEY,
	"customer_id" text NOT NULL UNIQUE,
	"email" text DEFAULT '' NOT NULL,
	"country_code" text DEFAULT '' NOT NULL,
	"currency" text DEFAULT '' NOT NULL,
	"default_payment_method" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_discounts" (
	"workspace_id" text,
	"code" text,
	"subscription_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_discounts_pk" PRIMARY KEY("workspace_id","code")
);
--> statement-breakpoint
CREATE TABLE "payment_invoices" (
	"id" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"kind" text NOT NULL,
	"number" text DEFAULT '' NOT NULL,
	"status" text NOT NULL,
	"currency" text NOT NULL,
	"subtotal" bigint DEFAULT 0 NOT NULL,
	"discount" bigint DEFAULT 0 NOT NULL,
	"tax" bigint DEFAULT 0 NOT NULL,
	"total" bigint DEFAULT 0 NOT NULL,
	"amount_paid" bigint DEFAULT 0 NOT NULL,
	"amount_refunded" bigint DEFAULT 0 NOT NULL,
	"amount_disputed" bigint DEFAULT 0 NOT NULL,
	"fee" bigint DEFAULT 0 NOT NULL,
	"hosted_url" text DEFAULT '' NOT NULL,
	"pdf_url" text DEFAULT '' NOT NULL,
	"subscription_id" text DEFAULT '' NOT NULL,
	"payment_intent_id" text DEFAULT '' NOT NULL,
	"charge_id" text DEFAULT '' NOT NULL,
	"purchase_id" text DEFAULT '' NOT NULL,
	"credits" bigint DEFAULT 0 NOT NULL,
	"credits_booked" bigint DEFAULT 0 NOT NULL,
	"credits_owed" bigint DEFAULT 0 NOT NULL,
	"bookings" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"synced_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_postings" (
	"key" text,
	"account" text,
	"workspace_id" text NOT NULL,
	"invoice_id" text NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_postings_pk" PRIMARY KEY("key","account"),
	CONSTRAINT "payment_postings_amount" CHECK ("amount" <> 0)
);
--> statement-breakpoint
CREATE TABLE "payment_purchases" (
	"id" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"currency" text NOT NULL,
	"net" bigint DEFAULT 0 NOT NULL,
	"total" bigint DEFAULT 0 NOT NULL,
	"credits" bigint DEFAULT 0 NOT NULL,
	"state" text NOT NULL,
	"invoice_id" text DEFAULT '' NOT NULL,
	"error" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "payment_recharges" (
	"workspace_id" text PRIMARY KEY,
	"armed" boolean DEFAULT true NOT NULL,
	"declines" integer DEFAULT 0 NOT NULL,
	"stopped" text DEFAULT '' NOT NULL,
	"stopped_month" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_subscriptions" (
	"id" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"customer_id" text NOT NULL,
	"plan_id" text NOT NULL,
	"status" text NOT NULL,
	"items" jsonb DEFAULT '[]' NOT NULL,
	"paid_add_ons" jsonb DEFAULT '{}' NOT NULL,
	"currency" text NOT NULL,
	"current_period_start" timestamp with time zone NOT NULL,
	"current_period_end" timestamp with time zone NOT NULL,
	"cancels_at" timestamp with time zone,
	"cancel_reason" text DEFAULT '' NOT NULL,
	"past_due_since" timestamp with time zone,
	"dunned" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"synced_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "payment_invoices_workspace" ON "payment_invoices" ("workspace_id","created_at");--> statement-breakpoint
CREATE INDEX "payment_invoices_intent" ON "payment_invoices" ("payment_intent_id");--> statement-breakpoint
CREATE INDEX "payment_invoices_created" ON "payment_invoices" ("created_at");--> statement-breakpoint
CREATE INDEX "payment_postings_invoice" ON "payment_postings" ("invoice_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_purchases_key" ON "payment_purchases" ("workspace_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_purchases_one_recharge" ON "payment_purchases" ("workspace_id") WHERE "kind" = 'recharge' and "state" = 'open';--> statement-breakpoint
CREATE INDEX "payment_purchases_open" ON "payment_purchases" ("created_at") WHERE "state" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_subscriptions_one" ON "payment_subscriptions" ("workspace_id") WHERE "ended_at" is null;--> statement-breakpoint
CREATE INDEX "payment_subscriptions_workspace" ON "payment_subscriptions" ("workspace_id","created_at");--> statement-breakpoint
CREATE INDEX "payment_subscriptions_due" ON "payment_subscriptions" ("past_due_since") WHERE "past_due_since" is not null and "ended_at" is null;--> statement-breakpoint
CREATE INDEX "ledger_transactions_ref" ON "ledger_transactions" ("ref") WHERE "ref" is not null;--> statement-breakpoint
ALTER TABLE "ledger_transactions" DROP CONSTRAINT "ledger_transactions_kind", ADD CONSTRAINT "ledger_transactions_kind" CHECK ("kind" in ('grant', 'hold', 'settle', 'release', 'topup', 'transfer', 'refund'));