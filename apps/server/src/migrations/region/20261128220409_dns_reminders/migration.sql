CREATE TABLE "dns_reminders" (
	"domain_id" text PRIMARY KEY,
	"domain" text NOT NULL,
	"workspace_id" text NOT NULL,
	"agency_id" text NOT NULL,
	"agency_name" text NOT NULL,
	"user_email" text NOT NULL,
	"bucket" text NOT NULL,
	"timestamp" timestamp(3) with time zone NOT NULL,
	"sent" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX "dns_reminders_workspace" ON "dns_reminders" ("workspace_id");--> statement-breakpoint
CREATE INDEX "dns_reminders_due" ON "dns_reminders" ("sent","timestamp");