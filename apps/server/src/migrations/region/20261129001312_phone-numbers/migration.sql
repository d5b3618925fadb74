CREATE TABLE "phone_numbers" (
	"id" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"phone_number" text NOT NULL,
	"label" text DEFAULT '' NOT NULL,
	"account_sid" text NOT NULL,
	"phone_sid" text NOT NULL,
	"sms" boolean DEFAULT true NOT NULL,
	"mms" boolean DEFAULT false NOT NULL,
	"secrets" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "phone_numbers_once" ON "phone_numbers" ("workspace_id","phone_number");