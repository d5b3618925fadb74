import type { ImportFinding } from '../en/import-findings.ts'

export const importFindings: Readonly<Record<ImportFinding, string>> = {
  'The file': 'Le fichier',
  'And {count} more of the kind.': 'Et {count} autres du même genre.',
  'There is no file.': 'Il n’y a pas de fichier.',
  'The file is not valid JSON.': 'Le fichier n’est pas du JSON valide.',
  'The file is not JSON.': 'Le fichier n’est pas du JSON.',
  'The file is larger than 5 MB.': 'Le fichier dépasse 5 Mo.',
  'The file is too complex: it holds more than 200,000 values.':
    'Le fichier est trop complexe : il contient plus de 200 000 valeurs.',
  'The file holds a number that JSON does not know.': 'Le fichier contient un nombre que JSON ne connaît pas.',
  'A text in the file holds characters that are not valid Unicode text.':
    'Un texte du fichier contient des caractères qui ne sont pas de l’Unicode valide.',
  'The file refers to itself in a circle.': 'Le fichier se réfère à lui-même en boucle.',
  'The file is nested too deeply.': 'Le fichier est imbriqué trop profondément.',
  'An object in the file has more than 10,000 entries.': 'Un objet du fichier a plus de 10 000 entrées.',
  'The key {key} is not allowed in the file.': 'La clé {key} n’est pas autorisée dans le fichier.',
  'The file could not be read. It is damaged, or not an export of an agent.':
    'Le fichier n’a pas pu être lu. Il est endommagé, ou n’est pas l’export d’un agent.',
  'The file is neither an agent that was exported here, nor an export of Typebot or of Flowise.':
    'Le fichier n’est ni un agent exporté ici, ni un export de Typebot ou de Flowise.',
  'An edge leads to a step that is not in the file.': 'Une transition mène à une étape absente du fichier.',
  'The file does not make a valid agent. {field}: {reason}':
    'Le fichier ne donne pas un agent valide. {field} : {reason}',
  'The file is not an agent that was exported here.': 'Le fichier n’est pas un agent exporté ici.',
  'The file is of version {version} of the format. Here version {known} can be read.':
    'Le fichier est à la version {version} du format. Ici, la version {known} est lisible.',
  'The file holds no configuration.': 'Le fichier ne contient pas de configuration.',
  'The file is not a valid agent. {reason}': 'Le fichier n’est pas un agent valide. {reason}',
  'A file carries no secrets. Enter it again.': 'Un fichier ne transporte pas de secrets. Saisissez-le à nouveau.',
  'This field is not known here.': 'Ce champ n’est pas connu ici.',
  'Functions of another workspace are not in the file. Add them to the agent again.':
    'Les fonctions d’un autre espace de travail ne sont pas dans le fichier. Ajoutez-les à nouveau à l’agent.',
  'The agent uses this secret: it must be there under Credentials.':
    'L’agent utilise ce secret : il doit exister sous Identifiants.',
  'The header {name} has no value in the file.': 'L’en-tête {name} n’a pas de valeur dans le fichier.',
  'The picture stays where the agent comes from. Upload it again.':
    'L’image reste là d’où vient l’agent. Envoyez-la à nouveau.',
  'Round picture': 'Image ronde',
  'Header picture': 'Image d’en-tête',
  'Background picture': 'Image d’arrière-plan',
  "The file has more than {max} steps: an agent can't have so many.":
    'Le fichier a plus de {max} étapes : un agent ne peut pas en avoir autant.',
  'The file has more than {max} variables: an agent can’t have so many.':
    'Le fichier a plus de {max} variables : un agent ne peut pas en avoir autant.',
  'The file has more than {max} {thing}s: an agent can’t have so many.':
    'Le fichier a plus de {max} éléments d’un même type : un agent ne peut pas en avoir autant.',
  'A text of {length} characters is cut to {max}.': 'Un texte de {length} caractères est coupé à {max}.',
  'Only the first of several branches that run at once is kept.':
    'De plusieurs branches simultanées, seule la première est gardée.',
  'A node inside an iteration can’t be carried over.': 'Une étape dans une itération ne peut pas être reprise.',
  'Its JavaScript can’t be run.': 'Son JavaScript ne peut pas être exécuté.',
  'Another flow can’t be run: import it as an agent of its own.':
    'Un autre flux ne peut pas être exécuté : importez-le comme agent à part.',
  'Steps can’t be repeated for every entry of a list.':
    'Les étapes ne peuvent pas être répétées pour chaque élément d’une liste.',
  'There is no step like {name}.': 'Il n’y a pas d’étape comme {name}.',
  'The next step follows when the visitor has written again, not at once.':
    'L’étape suivante vient quand le visiteur a de nouveau écrit, pas tout de suite.',
  'Tools are called without asking a person first.': 'Les outils sont appelés sans demander d’abord à une personne.',
  'The documents of «{name}» are not in the file. Add them to the knowledge base.':
    'Les documents de « {name} » ne sont pas dans le fichier. Ajoutez-les à la base de connaissances.',
  'The structured output: the step answers in words.': 'La sortie structurée : l’étape répond en mots.',
  'The state {name} is not updated: values are not computed between steps.':
    'L’état {name} n’est pas mis à jour : aucune valeur n’est calculée entre les étapes.',
  'Built-in tools of the provider.': 'Outils intégrés du fournisseur.',
  'A comparison that is not about a variable is decided by the model, by its words.':
    'Une comparaison qui ne porte pas sur une variable est décidée par le modèle, d’après ses mots.',
  'The question is fixed: it is not written by a model.': 'La question est fixe : elle n’est pas écrite par un modèle.',
  'The visitor is asked: nobody else can be.': 'Le visiteur est interrogé : personne d’autre ne peut l’être.',
  'Every step that speaks searches the knowledge base by itself.':
    'Chaque étape qui parle cherche d’elle-même dans la base de connaissances.',
  'How often it loops is bounded by the limits of a turn.':
    'Le nombre de répétitions est borné par les limites d’un tour.',
  'The chatflow has no chain and no agent that answers.': 'Le chatflow n’a ni chaîne ni agent qui réponde.',
  'The knowledge base is searched without a tool.': 'La recherche dans la base de connaissances se fait sans outil.',
  'Only the last part of the chain answers. The prompt of this one is kept as a note.':
    'Seule la dernière partie de la chaîne répond. Ce prompt est gardé en note.',
  'Conversations are remembered without it.': 'Les conversations sont mémorisées sans cela.',
  'Its documents are not in the file. Add them to the knowledge base.':
    'Ses documents ne sont pas dans le fichier. Ajoutez-les à la base de connaissances.',
  'There is no part like {name}.': 'Il n’y a pas de partie comme {name}.',
  'The flow is begun by a visitor, not by a webhook.': 'Le flux est lancé par un visiteur, pas par un webhook.',
  '{{name}} is a Variable of Flowise: give it a value here.':
    '{{name}} est une variable de Flowise : donnez-lui une valeur ici.',
  'The placeholder {{{name}}} is told in words.': 'Le marqueur {{{name}}} est dit en mots.',
  'The model {model} answers where a key for it is there.': 'Le modèle {model} répond là où une clé existe pour lui.',
  'The model {model} of {provider} is replaced by the agent’s own.':
    'Le modèle {model} de {provider} est remplacé par celui de l’agent.',
  'The tool {name} does not exist here. A tool that calls an API can take its place.':
    'L’outil {name} n’existe pas ici. Un outil qui appelle une API peut le remplacer.',
  'A raw body can’t be sent, only JSON.': 'Un contenu brut ne peut pas être envoyé, seulement du JSON.',
  'The form is sent as JSON.': 'Le formulaire est envoyé en JSON.',
  'The credential is not in the file. Add it to the tool.':
    'L’identifiant n’est pas dans le fichier. Ajoutez-le à l’outil.',
  'The file has no nodes: it is not a Flowise export.':
    'Le fichier n’a pas de nœuds : ce n’est pas un export de Flowise.',
  'The flow has more than {max} nodes or edges.': 'Le flux a plus de {max} nœuds ou transitions.',
  'No node of the file says what kind of Flowise node it is.':
    'Aucun nœud du fichier ne dit de quel type Flowise il est.',
  "Requests with the method {method} can't be made.": 'Les requêtes avec la méthode {method} sont impossibles.',
  'The address of the request has more than {max} characters.': 'L’adresse de la requête a plus de {max} caractères.',
  'The address of the request is missing, or depends on a variable in its host.':
    'L’adresse de la requête manque, ou son hôte dépend d’une variable.',
  'The body is sent as JSON and not as {type}.': 'Le contenu est envoyé en JSON et non en {type}.',
  'The header {key} holds a fixed value. Keep it under Credentials and name it in the tool.':
    'L’en-tête {key} contient une valeur fixe. Gardez-la sous Identifiants et nommez-la dans l’outil.',
  'The field {key} is too long and left out.': 'Le champ {key} est trop long et laissé de côté.',
  'Fields after the {max}th are left out.': 'Les champs après le {max}e sont laissés de côté.',
  'The bubble has no address.': 'La bulle n’a pas d’adresse.',
  'Shown as a link: it can’t be shown in the chat.': 'Affiché comme lien : impossible de l’afficher dans le chat.',
  'Left out: the agent says its answer itself.': 'Laissé de côté : l’agent dit lui-même sa réponse.',
  'Payments can’t be taken in the chat.': 'Le chat ne peut pas encaisser de paiements.',
  'Only one date is asked for, not a range.': 'Une seule date est demandée, pas un intervalle.',
  'The date is asked for without a time.': 'La date est demandée sans heure.',
  'The earliest and the latest date are not checked.': 'La date la plus tôt et la plus tard ne sont pas vérifiées.',
  'Several answers at once are asked for in words, without buttons.':
    'Plusieurs réponses à la fois sont demandées en mots, sans boutons.',
  'This input is asked for as a text.': 'Cette saisie est demandée comme texte.',
  'Buttons from a list in a variable can’t be made: the answer is asked for in words.':
    'Les boutons issus d’une liste dans une variable sont impossibles : la réponse est demandée en mots.',
  'Buttons after the {max}th are left out.': 'Les boutons après le {max}e sont laissés de côté.',
  'Buttons with a display condition are always shown.':
    'Les boutons avec une condition d’affichage sont toujours affichés.',
  'The file is kept with the conversation; its limits are those of this installation.':
    'Le fichier est gardé avec la conversation ; ses limites sont celles de cette installation.',
  'The flow does not wait between messages.': 'Le flux n’attend pas entre les messages.',
  'Scripts can’t be run.': 'Les scripts ne peuvent pas être exécutés.',
  'Another Typebot can’t be entered: import it as an agent of its own.':
    'Impossible d’entrer dans un autre Typebot : importez-le comme agent à part.',
  'Google Sheets is not connected. A tool that calls an API can take its place.':
    'Google Sheets n’est pas connecté. Un outil qui appelle une API peut le remplacer.',
  'Google Analytics is not connected.': 'Google Analytics n’est pas connecté.',
  'No mail is sent from a flow.': 'Aucun e-mail n’est envoyé depuis un flux.',
  '{app} is not connected. A tool that calls its webhook can take its place.':
    '{app} n’est pas connecté. Un outil qui appelle son webhook peut le remplacer.',
  'Chatwoot is not connected. A hand-off step can take its place.':
    'Chatwoot n’est pas connecté. Une étape de transfert peut le remplacer.',
  'Pixel is not connected.': 'Pixel n’est pas connecté.',
  'There is no step like this block.': 'Il n’y a pas d’étape comme ce bloc.',
  'A condition without a comparison or without a way on is left out.':
    'Une condition sans comparaison ou sans suite est laissée de côté.',
  '{{name}} has this value from the start.': '{{name}} a cette valeur dès le début.',
  '{{name}} is not set: values are not computed between steps. It was: {kind} {expression}':
    '{{name}} n’est pas défini : aucune valeur n’est calculée entre les étapes. C’était : {kind} {expression}',
  'The address of the redirect is missing or depends on a variable.':
    'L’adresse de la redirection manque ou dépend d’une variable.',
  'The page is not changed: the visitor gets a button that opens the address.':
    'La page ne change pas : le visiteur reçoit un bouton qui ouvre l’adresse.',
  'The group to jump to is not in the file.': 'Le groupe où sauter n’est pas dans le fichier.',
  'Visitors are not divided: all take the way A.': 'Les visiteurs ne sont pas répartis : tous prennent la voie A.',
  'Only a body that is a JSON object can be carried over.': 'Seul un contenu qui est un objet JSON peut être repris.',
  'The value {path} of the answer is not kept.': 'La valeur {path} de la réponse n’est pas gardée.',
  '«{task}» can’t be done here.': '« {task} » est impossible ici.',
  'The agent answers with its own model instead of {model}, and goes on after the visitor’s next message.':
    'L’agent répond avec son propre modèle au lieu de {model}, et continue après le prochain message du visiteur.',
  'The agent answers with its own model, and goes on after the visitor’s next message.':
    'L’agent répond avec son propre modèle, et continue après le prochain message du visiteur.',
  'A list of values can’t be kept in a variable.': 'Une liste de valeurs ne peut pas être gardée dans une variable.',
  'Inline code {{= … =}} can’t be run.': 'Le code intégré {{= … =}} ne peut pas être exécuté.',
  'The variable {name} is not in the file.': 'La variable {name} n’est pas dans le fichier.',
  'A comparison without a variable or an operator is left out.':
    'Une comparaison sans variable ou sans opérateur est laissée de côté.',
  'A comparison with a pattern is not computed: the model decides by its words.':
    'Une comparaison avec un motif n’est pas calculée : le modèle décide d’après ses mots.',
  'The file has no groups: it is not a Typebot export.':
    'Le fichier n’a pas de groupes : ce n’est pas un export de Typebot.',
  'The file is of Typebot version {version}. Versions 3 to 6 can be read.':
    'Le fichier est de la version {version} de Typebot. Les versions 3 à 6 sont lisibles.',
  'The Typebot has more than {max} groups, blocks or edges.':
    'Le Typebot a plus de {max} groupes, blocs ou transitions.',
  'The Typebot has no block that could be carried over.': 'Le Typebot n’a aucun bloc qui puisse être repris.',
  'Only the start event can be carried over.': 'Seul l’événement de départ peut être repris.',
  'Colours and fonts are set on the agent’s UI page.': 'Les couleurs et polices se règlent sur la page UI de l’agent.',
  'Typing emulation, metadata and security are not carried over.':
    'La simulation de frappe, les métadonnées et la sécurité ne sont pas reprises.',
  'The command is too long: it may have 200,000 characters.':
    'La commande est trop longue : elle peut avoir 200 000 caractères.',
  'This is not a curl command: it begins with «curl».': 'Ce n’est pas une commande curl : elle commence par « curl ».',
  'The option «{option}» was not carried over.': 'L’option « {option} » n’a pas été reprise.',
  'The command names no address.': 'La commande n’indique aucune adresse.',
  'Only the first address was carried over.': 'Seule la première adresse a été reprise.',
  'A tool calls addresses that begin with https:// or http:// only.':
    'Un outil n’appelle que des adresses commençant par https:// ou http://.',
  'The method «{method}» was not carried over.': 'La méthode « {method} » n’a pas été reprise.',
  'The header «{name}» was not carried over.': 'L’en-tête « {name} » n’a pas été repris.',
  'Store «Basic » and the base64 of user:password as the secret {name} under Credentials.':
    'Enregistrez « Basic » suivi du base64 de utilisateur:mot de passe comme secret {name} sous Identifiants.',
  'Store the value of «{key}» as the secret {name} under Credentials.':
    'Enregistrez la valeur de « {key} » comme secret {name} sous Identifiants.',
  'Data from a file was not carried over.': 'Les données d’un fichier n’ont pas été reprises.',
  'The body is neither a JSON object nor a form, so that it was not carried over.':
    'Le contenu n’est ni un objet JSON ni un formulaire, il n’a donc pas été repris.',
  '{name}: fields without a usable name were left out.':
    '{name} : les champs sans nom utilisable ont été laissés de côté.',
  '{name}: only the first {max} of {count} fields were read.':
    '{name} : seuls les {max} premiers champs sur {count} ont été lus.',
  '{name} was left out: {reason}': '{name} a été laissé de côté : {reason}',
  'it is not a valid tool.': 'ce n’est pas un outil valide.',
  "tools don't use this method.": 'les outils n’utilisent pas cette méthode.',
  'the document names no server with a full address for it.':
    'le document ne nomme aucun serveur avec une adresse complète.',
  'a body of type {types} was left out: tools send JSON or forms.':
    'un contenu de type {types} a été laissé de côté : les outils envoient du JSON ou des formulaires.',
  'how to sign in by «{name}» is not described.': 'la connexion par « {name} » n’est pas décrite.',
  'store {reason} as the secret {name} under Credentials.':
    'enregistrez {reason} comme secret {name} sous Identifiants.',
  'the API key': 'la clé API',
  'the token': 'le jeton',
  'an access token (tools do not fetch one by themselves)':
    'un jeton d’accès (les outils n’en demandent pas eux-mêmes)',
  '«Basic » and the base64 of user:password': '« Basic » suivi du base64 de utilisateur:mot de passe',
  'signing in by «{name}» was left out.': 'la connexion par « {name} » a été laissée de côté.',
  'the parameter «{key}» in «{place}» was left out.': 'le paramètre « {key} » dans « {place} » a été laissé de côté.',
  "the header «{key}» was left out, because it can't be set.":
    'l’en-tête « {key} » a été laissé de côté, car il ne peut pas être défini.',
  'This is not an OpenAPI document.': 'Ce n’est pas un document OpenAPI.',
  'This is not an OpenAPI 3 document.': 'Ce n’est pas un document OpenAPI 3.',
  'This is a Swagger 2.0 document. Convert it to OpenAPI 3 first, e.g. at editor.swagger.io.':
    'C’est un document Swagger 2.0. Convertissez-le d’abord en OpenAPI 3, par ex. sur editor.swagger.io.',
  'The document describes no operation that a tool could call.':
    'Le document ne décrit aucune opération qu’un outil puisse appeler.',
  'Only the first {max} of {count} operations were read.':
    'Seules les {max} premières opérations sur {count} ont été lues.',
  'Webhooks were left out: a tool calls, it is not called.':
    'Les webhooks ont été laissés de côté : un outil appelle, il n’est pas appelé.',
  'A YAML document may have 1 MB. Convert it to JSON, which may have more.':
    'Un document YAML peut faire 1 Mo. Convertissez-le en JSON, qui peut être plus grand.',
  'This is not valid YAML or JSON: {message}': 'Ce n’est pas du YAML ou du JSON valide : {message}',
  'It is not JSON.': 'Ce n’est pas du JSON.',
  'Its format is not {format}.': 'Son format n’est pas {format}.',
}
