ALTER TABLE "payment_postings" ADD COLUMN "provider_account" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "connect_sales" ADD COLUMN "payment_intent_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "connect_sales" ADD COLUMN "captured" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "connect_sales" ADD COLUMN "refunded" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "connect_sales" ADD COLUMN "disputed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "connect_sales" ADD COLUMN "provider_fee" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "connect_sales" ADD COLUMN "credits_booked" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "connect_sales" ADD COLUMN "credits_owed" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "connect_sales" ADD COLUMN "bookings" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "connect_sales_intent" ON "connect_sales" ("payment_intent_id");