CREATE TABLE "connect_accounts" (
	"workspace_id" text PRIMARY KEY,
	"account_id" text NOT NULL UNIQUE,
	"email" text DEFAULT '' NOT NULL,
	"details_submitted" boolean DEFAULT false NOT NULL,
	"charges_enabled" boolean DEFAULT false NOT NULL,
	"payouts_enabled" boolean DEFAULT false NOT NULL,
	"usd_per_token" double precision,
	"plans" jsonb DEFAULT '[]' NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "connect_orgs" (
	"org_id" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"allow_billing" boolean DEFAULT false NOT NULL,
	"customer_id" text DEFAULT '' NOT NULL,
	"payment_method_id" text DEFAULT '' NOT NULL,
	"subscription_id" text DEFAULT '' NOT NULL,
	"subscription_status" text DEFAULT '' NOT NULL,
	"subscription_price_id" text DEFAULT '' NOT NULL,
	"automatic_billing" boolean DEFAULT false NOT NULL,
	"threshold" integer DEFAULT 500 NOT NULL,
	"amount" integer DEFAULT 5 NOT NULL,
	"declines" integer DEFAULT 0 NOT NULL,
	"stopped" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "connect_prices" (
	"price_id" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"account_id" text NOT NULL,
	"product_id" text NOT NULL,
	"credits" bigint NOT NULL,
	"amount" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "connect_sales" (
	"id" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"org_id" text NOT NULL,
	"account_id" text NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"credits" bigint NOT NULL,
	"total" integer NOT NULL,
	"fee" integer NOT NULL,
	"state" text NOT NULL,
	"invoice_id" text DEFAULT '' NOT NULL,
	"error" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "connect_orgs_workspace" ON "connect_orgs" ("workspace_id");--> statement-breakpoint
CREATE UNIQUE INDEX "connect_orgs_customer" ON "connect_orgs" ("customer_id") WHERE "customer_id" <> '';--> statement-breakpoint
CREATE INDEX "connect_orgs_recharge" ON "connect_orgs" ("org_id") WHERE "automatic_billing";--> statement-breakpoint
CREATE UNIQUE INDEX "connect_sales_key" ON "connect_sales" ("org_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "connect_sales_one_recharge" ON "connect_sales" ("org_id") WHERE "kind" = 'recharge' and "state" = 'open';--> statement-breakpoint
CREATE INDEX "connect_sales_pending" ON "connect_sales" ("created_at") WHERE "state" in ('open', 'owed');