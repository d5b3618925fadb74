import type { AgentRefusal } from '../en/agent-refusals.ts'

export const agentRefusals: Readonly<Record<AgentRefusal, string>> = {
  'Only {endings} Files': 'Seulement des fichiers {endings}',
  'The owner of this agent is another workspace than yours.':
    'Cet agent appartient à un autre espace de travail que le vôtre.',
  'Please provide a name for the agent.': 'Veuillez donner un nom à l’agent.',
  'Please provide your Voiceflow dialogue API key and try again.':
    'Veuillez fournir votre clé API de dialogue Voiceflow et réessayer.',
  'Max chunk size must be greater than 1000': 'La taille max. des passages doit être supérieure à 1000',
  'Enter an address that begins with https:// or http://.':
    'Saisissez une adresse qui commence par https:// ou http://.',
  'Please enter an address that begins with https:// or http://.':
    'Veuillez saisir une adresse qui commence par https:// ou http://.',
  'The options are too large.': 'Les options sont trop volumineuses.',
  'The settings of the voice are too large.': 'Les réglages de la voix sont trop volumineux.',
  'Enter a domain like example.com or *.example.com, without https:// and path.':
    'Saisissez un domaine comme example.com ou *.example.com, sans https:// ni chemin.',
  'An agent has exactly one start node.': 'Un agent a exactement une étape de départ.',
  'Two nodes have the same id.': 'Deux étapes ont le même ID.',
  'A variable name is letters, digits and _, and does not begin with a digit.':
    'Un nom de variable se compose de lettres, de chiffres et de _, et ne commence pas par un chiffre.',
  'Two variables have the same name.': 'Deux variables portent le même nom.',
  'A choice needs options.': 'Un choix a besoin d’options.',
  'Two fields have the same name.': 'Deux champs portent le même nom.',
  'The agent and its functions are more than 100 tools: a file holds no more.':
    'L’agent et ses fonctions font plus de 100 outils : un fichier n’en contient pas davantage.',
  'The key of an agent can’t change what Publish does when tests get worse.':
    'La clé d’un agent ne peut pas changer ce que fait la publication quand des tests se dégradent.',
  'The ID in the body is not the id in the address.': 'L’ID du contenu n’est pas celui de l’adresse.',
  'Not published: these protected tests are failing: {names}.': 'Non publié : ces tests protégés échouent : {names}.',
  'Not published: run the protected tests on this draft first: {names}.':
    'Non publié : lancez d’abord les tests protégés sur ce brouillon : {names}.',
  'No operation was found in this text.': 'Aucune opération n’a été trouvée dans ce texte.',
  'This text takes too much to read. Try a smaller part of it.':
    'Ce texte est trop long à lire. Essayez-en une plus petite partie.',
  'There is already a tool called «{name}».': 'Il existe déjà un outil nommé « {name} ».',
  'A workspace has at most {max} tools. Delete one first.':
    'Un espace de travail a au plus {max} outils. Supprimez-en d’abord un.',
  'This address lies inside the network of this installation, or on a port that is not open to tools. Its operator can allow it with OUTBOUND_ALLOW.':
    'Cette adresse se trouve dans le réseau de cette installation, ou sur un port fermé aux outils. Son exploitant peut l’autoriser avec OUTBOUND_ALLOW.',
  'A workspace has at most {max} secrets. Delete one first.':
    'Un espace de travail a au plus {max} secrets. Supprimez-en d’abord un.',
  'A workspace has at most {max} themes of its own. Delete one first.':
    'Un espace de travail a au plus {max} thèmes à lui. Supprimez-en d’abord un.',
  'There is already a theme called «{name}».': 'Il existe déjà un thème nommé « {name} ».',
  'This can no longer be restored. Deleted items are kept for one hour.':
    'Il n’est plus possible de restaurer cet élément. Les éléments supprimés sont conservés une heure.',
  'This page was added again meanwhile. Delete it first to restore the old one.':
    'Cette page a été ajoutée à nouveau entre-temps. Supprimez-la d’abord pour restaurer l’ancienne.',
  'A test with this ID was added meanwhile. Delete it first.':
    'Un test avec cet identifiant a été ajouté entre-temps. Supprimez-le d’abord.',
  'A colour is six hex digits, like #12ab34.': 'Une couleur se compose de six chiffres hexadécimaux, comme #12ab34.',
  'Upload the file again: it could not be read.': 'Envoyez à nouveau le fichier : il n’a pas pu être lu.',
  'The file is empty.': 'Le fichier est vide.',
  'A workspace can upload {max} documents in 24 hours. Try again later.':
    'Un espace de travail peut envoyer {max} documents en 24 heures. Réessayez plus tard.',
  'This is not the address of a web page.': 'Ce n’est pas l’adresse d’une page web.',
  'A document has at most 20 tags of at most 50 characters each.':
    'Un document a au plus 20 étiquettes d’au plus 50 caractères chacune.',
  'The document has no such chunk.': 'Le document n’a pas ce passage.',
  'The document would be longer than one document can be.':
    'Le document serait plus long qu’un document ne peut l’être.',
  'The document changed meanwhile. Look at it again.': 'Le document a changé entre-temps. Regardez-le à nouveau.',
  'Nothing would be left. Delete the document instead.': 'Il ne resterait rien. Supprimez plutôt le document.',
  'An agent can hold {max} documents.': 'Un agent peut contenir {max} documents.',
  'Only pages added by their address are read again by themselves.':
    'Seules les pages ajoutées par leur adresse sont relues automatiquement.',
  'The crawler reads this page again: change its job instead.':
    'Le crawler relit cette page : modifiez plutôt sa tâche.',
  'An agent has at most {max} golden questions.': 'Un agent a au plus {max} questions de référence.',
  'There are no golden questions to ask.': 'Il n’y a aucune question de référence à poser.',
  'This question is answered already.': 'Cette question a déjà une réponse.',
  'A workspace has at most {max} webhook endpoints. Delete one first.':
    'Un espace de travail a au plus {max} endpoints webhook. Supprimez-en un d’abord.',
  'The endpoint is disabled. Enable it first.': 'L’endpoint est désactivé. Activez-le d’abord.',
  'The endpoint of this delivery was deleted.': 'L’endpoint de cet envoi a été supprimé.',
  'Enter the URL of the endpoint.': 'Saisissez l’URL de l’endpoint.',
  'Save an endpoint first.': 'Enregistrez d’abord un endpoint.',
  'The endpoint answered that it wants no more events. Save it again to go on.':
    'L’endpoint a répondu qu’il ne veut plus d’événements. Enregistrez-le à nouveau pour continuer.',
  'This address can’t be used: it must be reachable on the public internet.':
    'Cette adresse est inutilisable : elle doit être joignable sur l’internet public.',
  'There are no tests to run.': 'Il n’y a aucun test à lancer.',
  'The tests of this agent are already running.': 'Les tests de cet agent sont déjà en cours.',
  'A test run of this agent is paused. Continue it or stop it first.':
    'Une exécution de tests de cet agent est en pause. Continuez-la ou arrêtez-la d’abord.',
  'An agent has at most {max} tests.': 'Un agent a au plus {max} tests.',
  'The visitor said nothing in this conversation.': 'Le visiteur n’a rien dit dans cette conversation.',
  'One of the agents does not exist.': 'L’un des agents n’existe pas.',
  '“{address}” is not the address of a page.': '« {address} » n’est pas l’adresse d’une page.',
  '“{address}” does not lead to a page on the public internet.':
    '« {address} » ne mène pas à une page de l’internet public.',
  'A workspace has at most {max} jobs. Delete one that is not needed any more.':
    'Un espace de travail a au plus {max} tâches. Supprimez-en une qui ne sert plus.',
  'This job is running already.': 'Cette tâche est déjà en cours.',
  'The agents of this job were deleted. Choose others before it runs again.':
    'Les agents de cette tâche ont été supprimés. Choisissez-en d’autres avant de la relancer.',
  'This agent takes no attachments.': 'Cet agent n’accepte pas de pièces jointes.',
  'This agent takes no voice notes.': 'Cet agent n’accepte pas de messages vocaux.',
  'The latest answer does not ask for a file.': 'La dernière réponse ne demande pas de fichier.',
  'A conversation can hold {max} files.': 'Une conversation peut contenir {max} fichiers.',
  'This chat has ended. Start a new one to go on.': 'Ce chat est terminé. Commencez-en un nouveau pour continuer.',
  'Write a message.': 'Écrivez un message.',
  'Only those who may edit the agent can talk to its draft.':
    'Seuls ceux qui peuvent modifier l’agent peuvent parler à son brouillon.',
  'Only those who may edit the agent can debug a conversation.':
    'Seuls ceux qui peuvent modifier l’agent peuvent déboguer une conversation.',
  'Upload the attachments first.': 'Envoyez d’abord les pièces jointes.',
  'These attachments were sent before. Upload them again.':
    'Ces pièces jointes ont déjà été envoyées. Envoyez-les à nouveau.',
  'There is no such button.': 'Ce bouton n’existe pas.',
  'Fill in the form.': 'Remplissez le formulaire.',
  'The period ends before it begins.': 'La période finit avant de commencer.',
  'A period lies between {from} and {to}.': 'Une période se situe entre {from} et {to}.',
  'A period has at most {max} days.': 'Une période a au plus {max} jours.',
  'No key is configured for the model {model}. Add one under Credentials, or choose another model.':
    'Aucune clé n’est configurée pour le modèle {model}. Ajoutez-en une sous Identifiants ou choisissez un autre modèle.',
  'A tool name is letters, digits, _ and -, at most 64, and begins with a letter.':
    'Un nom d’outil se compose de lettres, chiffres, _ et -, 64 au plus, et commence par une lettre.',
  'Two tools have the same id.': 'Deux outils ont le même ID.',
  'Two tools have the same name.': 'Deux outils portent le même nom.',
  'Two MCP servers have the same id.': 'Deux serveurs MCP ont le même ID.',
  'An agent id is 16 letters and digits.': 'L’ID d’un agent se compose de 16 lettres et chiffres.',
  'Enter a time since 1970.': 'Saisissez une date à partir de 1970.',
  'Too small: expected {kind} to have >={min} {units}': 'Trop court : {min} au minimum',
  'Too big: expected {kind} to have <={max} {units}': 'Trop long : {max} au maximum',
  'Too small: expected {kind} to be >={min}': 'Trop petit : {min} au minimum',
  'Too big: expected {kind} to be <={max}': 'Trop grand : {max} au maximum',
  'Invalid input: expected {kind}, received {other}': 'Saisie non valide',
  'Invalid option: expected one of {options}': 'Non valide : valeurs possibles {options}',
  'Invalid input': 'Saisie non valide',
  'Invalid URL': 'URL non valide',
  'Invalid email address': 'Adresse e-mail non valide',
  'Invalid ISO datetime': 'Date non valide',
  'Invalid ISO date': 'Date non valide',
  'Add an API key for the agent’s model first. The demo model does not write prompts.':
    'Ajoutez d’abord une clé API pour le modèle de l’agent. Le modèle de démonstration ne rédige pas de prompts.',
  'The provider refused the request. Check the API key and the model’s name under Credentials.':
    'Le fournisseur a refusé la requête. Vérifiez la clé API et le nom du modèle sous Identifiants.',
  'The provider has too many requests, or the key has no credit left. Try again later, or check your account there.':
    'Le fournisseur reçoit trop de requêtes, ou la clé n’a plus de crédit. Réessayez plus tard ou vérifiez votre compte chez lui.',
  'The model did not answer in time. Try again.': 'Le modèle n’a pas répondu à temps. Réessayez.',
  'The model gave no usable text. Try again, or choose another model.':
    'Le modèle n’a pas donné de texte utilisable. Réessayez ou choisissez un autre modèle.',
}
