CREATE TABLE "payment_rates" (
	"workspace_id" text,
	"since" timestamp with time zone,
	"credit_value" double precision NOT NULL,
	"client_price" double precision NOT NULL,
	"tax_rate" double precision NOT NULL,
	CONSTRAINT "payment_rates_pk" PRIMARY KEY("workspace_id","since")
);
--> statement-breakpoint
CREATE TABLE "credit_budgets" (
	"id" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"budget" bigint NOT NULL,
	"alerts" smallint[] NOT NULL,
	"action" text NOT NULL,
	"month" text NOT NULL,
	"spent" bigint DEFAULT 0 NOT NULL,
	"reached" smallint DEFAULT 0 NOT NULL,
	"told" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_budgets_budget" CHECK ("budget" > 0)
);
--> statement-breakpoint
CREATE INDEX "credit_budgets_workspace" ON "credit_budgets" ("workspace_id","created_at");--> statement-breakpoint
CREATE INDEX "credit_budgets_alerts" ON "credit_budgets" ("id") WHERE "told" < "reached";