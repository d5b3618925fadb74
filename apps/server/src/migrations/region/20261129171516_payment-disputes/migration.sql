ALTER TABLE "payment_invoices" ADD COLUMN "dispute" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "connect_sales" ADD COLUMN "dispute" text DEFAULT '' NOT NULL;