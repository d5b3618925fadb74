CREATE TABLE "org_pictures" (
	"id" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"org_id" text NOT NULL,
	"client_id" text,
	"bytes" bytea NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "org_pictures_client" ON "org_pictures" ("client_id");--> statement-breakpoint
CREATE UNIQUE INDEX "org_pictures_logo" ON "org_pictures" ("org_id") WHERE "client_id" is null;--> statement-breakpoint
CREATE INDEX "org_pictures_org" ON "org_pictures" ("org_id");--> statement-breakpoint
CREATE INDEX "org_pictures_workspace" ON "org_pictures" ("workspace_id");--> statement-breakpoint
ALTER TABLE "org_pictures" ADD CONSTRAINT "org_pictures_org_id_orgs_id_fkey" FOREIGN KEY ("org_id") REFERENCES "orgs"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "org_pictures" ADD CONSTRAINT "org_pictures_client_id_clients_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id") ON DELETE CASCADE;