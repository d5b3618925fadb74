CREATE TABLE "account_exports" (
	"id" text PRIMARY KEY,
	"user_id" text NOT NULL,
	"state" text NOT NULL,
	"key" text NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"beat_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "account_exports_user" ON "account_exports" ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "account_exports_expiry" ON "account_exports" ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "account_exports_one" ON "account_exports" ("user_id") WHERE "state" in ('waiting', 'packing');