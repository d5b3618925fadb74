-- A process of the version before does not name the workspace of its messages. Theirs is filled in once their whole statement
-- has run, because it may make the conversation and its first message at once; all other messages pay for one comparison.
ALTER TABLE "messages" ALTER COLUMN "workspace_id" SET DEFAULT '';--> statement-breakpoint
CREATE FUNCTION messages_workspace() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE messages m SET workspace_id = c.workspace_id FROM conversations c
  WHERE m.conversation_id = NEW.conversation_id AND m.seq = NEW.seq AND c.id = NEW.conversation_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER messages_workspace AFTER INSERT ON "messages"
  FOR EACH ROW WHEN (NEW.workspace_id = '') EXECUTE FUNCTION messages_workspace();
