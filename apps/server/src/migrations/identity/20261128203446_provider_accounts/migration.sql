CREATE TABLE "provider_accounts" (
	"provider" text,
	"account" text,
	"region" text NOT NULL,
	"workspace_id" text NOT NULL,
	"connection_id" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "provider_accounts_pkey" PRIMARY KEY("provider","account")
);
--> statement-breakpoint
CREATE INDEX "provider_accounts_workspace" ON "provider_accounts" ("workspace_id");