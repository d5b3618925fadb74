DROP INDEX "workspaces_free_plan";--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "plan" text DEFAULT 'free' NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "add_ons" jsonb DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "automatic_billing" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "stripe_customer_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE "workspaces" SET "plan" = 'pay_as_you_go' WHERE "stripe_subscription_id" <> '';--> statement-breakpoint
CREATE INDEX "workspaces_on_free_plan" ON "workspaces" ("free_at") WHERE "plan" = 'free';--> statement-breakpoint
CREATE UNIQUE INDEX "workspaces_stripe_customer" ON "workspaces" ("stripe_customer_id") WHERE "stripe_customer_id" <> '';--> statement-breakpoint
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_plan" CHECK ("plan" in ('free', 'pay_as_you_go', 'enterprise'));