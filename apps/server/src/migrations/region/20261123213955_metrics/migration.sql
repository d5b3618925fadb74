CREATE INDEX "gap_questions_asked" ON "gap_questions" ("workspace_id","asked_at");--> statement-breakpoint
CREATE INDEX "conversations_rated" ON "conversations" ("workspace_id","rated_at") WHERE rating is not null;--> statement-breakpoint
CREATE INDEX "messages_people" ON "messages" ("workspace_id","at") WHERE author in ('human', 'system');