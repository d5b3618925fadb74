CREATE TABLE "profile_photos" (
	"id" text PRIMARY KEY,
	"user_id" text NOT NULL UNIQUE,
	"bytes" bytea NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "profile_photos" ADD CONSTRAINT "profile_photos_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;