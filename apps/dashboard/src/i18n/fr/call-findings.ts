import type { CallFinding } from '../en/call-findings.ts'

export const callFindings: Readonly<Record<CallFinding, string>> = {
  'The address is not reachable on the public internet.': 'L’adresse n’est pas joignable sur l’internet public.',
  'Redirects are not followed.': 'Les redirections ne sont pas suivies.',
  'The answer was too large.': 'La réponse était trop volumineuse.',
  'The endpoint did not take the connection in time.': 'L’endpoint n’a pas accepté la connexion à temps.',
  'The certificate of the endpoint is not valid.': 'Le certificat de l’endpoint n’est pas valable.',
  'Too many calls were under way.': 'Trop d’appels étaient en cours.',
  'The endpoint could not be reached, or ended the connection.':
    'L’endpoint n’a pas pu être joint, ou a coupé la connexion.',
  'Nothing answered within {seconds} seconds.': 'Aucune réponse en {seconds} secondes.',
  'The endpoint answered 410: it wants no more events.': 'L’endpoint a répondu 410 : il ne veut plus d’événements.',
  'The endpoint answered {status}. Redirects are not followed: enter the address it leads to.':
    'L’endpoint a répondu {status}. Les redirections ne sont pas suivies : saisissez l’adresse de destination.',
  'The endpoint answered {status}.': 'L’endpoint a répondu {status}.',
  'The event {event} could not be delivered and is not tried again. {reason}':
    'L’événement {event} n’a pas pu être livré et ne sera pas retenté. {reason}',
  'The event {event} could not be delivered; it is tried again. {reason}':
    'L’événement {event} n’a pas pu être livré ; il sera retenté. {reason}',
  'The process ended.': 'Le processus s’est terminé.',
  '{who} accepts this key.': '{who} accepte cette clé.',
  '{who} answers without a key.': '{who} répond sans clé.',
  '{who} wants a key.': '{who} demande une clé.',
  '{who} takes no more calls with this key: its credit is used up or a limit is reached ({status}).':
    '{who} n’accepte plus d’appels avec cette clé : son crédit est épuisé ou une limite est atteinte ({status}).',
  'No answer came from this address. Check that it is right and its server runs. An address inside the network of this installation has to be allowed by its operator.':
    'Aucune réponse de cette adresse. Vérifiez qu’elle est juste et que son serveur fonctionne. Une adresse dans le réseau de cette installation doit être autorisée par son exploitant.',
  '{who} did not answer. Try again in a moment.': '{who} n’a pas répondu. Réessayez dans un instant.',
  '{who} does not let this key list models (403). Check what the key may do.':
    '{who} ne laisse pas cette clé lister les modèles (403). Vérifiez ce que la clé autorise.',
  '{who} refuses this key. Check that it was copied completely and not revoked.':
    '{who} refuse cette clé. Vérifiez qu’elle a été copiée en entier et n’a pas été révoquée.',
  '{who} has trouble of its own ({status}). Try again later.':
    '{who} rencontre des difficultés ({status}). Réessayez plus tard.',
  'This address does not answer like a model provider. Check the base address.':
    'Cette adresse ne répond pas comme un fournisseur de modèles. Vérifiez l’adresse de base.',
  'This address does not answer like a model provider ({status}). Check the base address.':
    'Cette adresse ne répond pas comme un fournisseur de modèles ({status}). Vérifiez l’adresse de base.',
  '{who} gave an answer that was not expected. Try again later.':
    '{who} a donné une réponse inattendue. Réessayez plus tard.',
  '{who} gave an answer that was not expected ({status}). Try again later.':
    '{who} a donné une réponse inattendue ({status}). Réessayez plus tard.',
  'The server': 'Le serveur',
  'There is no such tool here: it is unknown, switched off, or not for this channel.':
    'Cet outil n’existe pas ici : il est inconnu, désactivé ou pas prévu pour ce canal.',
  'The secret «{name}» is not stored under Credentials.':
    'Le secret « {name} » n’est pas enregistré sous Identifiants.',
  'The answer is larger than 200 KB, so that nothing could be taken from it.':
    'La réponse dépasse 200 Ko, rien n’a donc pu en être repris.',
  'The arguments are too long.': 'Les arguments sont trop longs.',
  'The tool says that it failed.': 'L’outil signale un échec.',
  'This address could not be reached, or calls to it are not allowed.':
    'Cette adresse n’a pas pu être jointe, ou les appels vers elle ne sont pas autorisés.',
  'This address could not be reached.': 'Cette adresse n’a pas pu être jointe.',
  'The server answered with status {status}.': 'Le serveur a répondu avec le statut {status}.',
  'The call was stopped.': 'L’appel a été arrêté.',
  'No complete answer came within {seconds} seconds.': 'Aucune réponse complète en {seconds} secondes.',
  'The call failed.': 'L’appel a échoué.',
  'The address redirects too often.': 'L’adresse redirige trop souvent.',
  'The address redirects to something that is no address.':
    'L’adresse redirige vers quelque chose qui n’est pas une adresse.',
  'The address redirects to another server, and the call is not repeated there.':
    'L’adresse redirige vers un autre serveur, et l’appel n’y est pas répété.',
  'The MCP server did not answer within {seconds} seconds.': 'Le serveur MCP n’a pas répondu en {seconds} secondes.',
  'The MCP server refuses the credential.': 'Le serveur MCP refuse l’identifiant.',
  'The MCP server answered with status {status}.': 'Le serveur MCP a répondu avec le statut {status}.',
  'The MCP server refused: {message}': 'Le serveur MCP a refusé : {message}',
  'What this address answers is not MCP.': 'Ce que renvoie cette adresse n’est pas du MCP.',
  'The host of the address is fixed: placeholders are for its path and query.':
    'L’hôte de l’adresse est fixe : les marqueurs vont dans le chemin et la requête.',
  'The address must not hold a user name or password. Send them as a secret header.':
    'L’adresse ne doit contenir ni nom d’utilisateur ni mot de passe. Envoyez-les dans un en-tête secret.',
  'This is not a valid address.': 'Ce n’est pas une adresse valide.',
  'The address has no {{key}} for the field «{field}».': 'L’adresse n’a pas de {{key}} pour le champ « {field} ».',
  '«{field}» does not say which secret it is.': '« {field} » ne dit pas de quel secret il s’agit.',
  'Two fields set the header «{field}».': 'Deux champs définissent l’en-tête « {field} ».',
  '«{field}» is not a name of a header.': '« {field} » n’est pas un nom d’en-tête.',
  "The header «{field}» can't be set.": 'L’en-tête « {field} » ne peut pas être défini.',
  'The header «Cookie» can only be a secret.': 'L’en-tête « Cookie » ne peut être qu’un secret.',
  '«{field}» is missing.': '« {field} » manque.',
  'The fixed value of «{field}» is not JSON.': 'La valeur fixe de « {field} » n’est pas du JSON.',
  "The header «{field}» holds a character that headers can't have.":
    'L’en-tête « {field} » contient un caractère interdit dans les en-têtes.',
  'The header «{field}» is too long.': 'L’en-tête « {field} » est trop long.',
  'The address became too long.': 'L’adresse est devenue trop longue.',
  'The address needs {{name}}, and nothing fills it.': 'L’adresse a besoin de {{name}}, et rien ne le remplit.',
  'A part of the address must not be «.» or «..».': 'Une partie de l’adresse ne doit pas être « . » ou « .. ».',
  'The body became too large.': 'Le contenu est devenu trop volumineux.',
  '«{field}» must be text.': '« {field} » doit être du texte.',
  '«{field}» must be a number.': '« {field} » doit être un nombre.',
  '«{field}» must be a whole number.': '« {field} » doit être un nombre entier.',
  '«{field}» must be true or false.': '« {field} » doit être true ou false.',
  '«{field}» must be an object.': '« {field} » doit être un objet.',
  '«{field}» must be a list.': '« {field} » doit être une liste.',
  '«{field}» is too long.': '« {field} » est trop long.',
  '«{field}» must be one of: {options}.': '« {field} » doit être l’une de ces valeurs : {options}.',
  'The value is empty.': 'La valeur est vide.',
  'The value is not valid.': 'La valeur n’est pas valable.',
  'The value is not a number.': 'La valeur n’est pas un nombre.',
  'The value is not a text.': 'La valeur n’est pas un texte.',
  '{value} is not one of: {options}.': '{value} n’est pas l’une de ces valeurs : {options}.',
  '{value} is not a valid e-mail address.': '{value} n’est pas une adresse e-mail valide.',
  '{value} is not a valid phone number.': '{value} n’est pas un numéro de téléphone valide.',
  '{value} is not a valid number.': '{value} n’est pas un nombre valide.',
  '{value} is not a valid time.': '{value} n’est pas une heure valide.',
  '{value} is not a valid date.': '{value} n’est pas une date valide.',
  '{value} is not a valid answer to a yes or no question.':
    '{value} n’est pas une réponse valide à une question par oui ou non.',
  '{value} may be two different dates: the month should be written as a word.':
    '{value} peut être deux dates différentes : le mois devrait être écrit en lettres.',
  '{value} is too small: at least {min}.': '{value} est trop petit : {min} au minimum.',
  '{value} is too large: at most {max}.': '{value} est trop grand : {max} au maximum.',
  '{value} is in the past.': '{value} est dans le passé.',
  '{value} is too early: {min} or later.': '{value} est trop tôt.',
  '{value} is too late: {max} or earlier.': '{value} est trop tard.',
  '{value} is too short: at least {min} characters.': '{value} est trop court : {min} caractères au minimum.',
  '{value} is too long: at most {max} characters.': '{value} est trop long : {max} caractères au maximum.',
  'The model did not answer in time.': 'Le modèle n’a pas répondu à temps.',
  'The model would not stop.': 'Le modèle ne s’arrêtait plus.',
  'The model answered nothing.': 'Le modèle n’a rien répondu.',
  'The model broke off in the middle of its answer.': 'Le modèle s’est interrompu au milieu de sa réponse.',
  'The model call was ended.': 'L’appel au modèle a été interrompu.',
  'The model could not be reached.': 'Le modèle n’a pas pu être joint.',
  'The model could not be asked.': 'Le modèle n’a pas pu être interrogé.',
  'The model answered something unreadable: {message}': 'Le modèle a répondu quelque chose d’illisible : {message}',
  'The answer broke off. You can try again.': 'La réponse s’est interrompue. Vous pouvez réessayer.',
  'Somebody has joined the chat meanwhile.': 'Quelqu’un a rejoint le chat entre-temps.',
  'Nobody is being waited for.': 'Personne n’est attendu.',
  'The visitor asked for a person.': 'Le visiteur a demandé une personne.',
  'The visitor goes on with the agent.': 'Le visiteur continue avec l’agent.',
  'The visitor left a message.': 'Le visiteur a laissé un message.',
  'Voiceflow could not be reached, or did not answer in time.':
    'Voiceflow n’a pas pu être joint, ou n’a pas répondu à temps.',
  'Voiceflow refused the API key. Use the Dialog Manager key of your project: it begins with VF.DM.':
    'Voiceflow a refusé la clé API. Utilisez la clé Dialog Manager de votre projet : elle commence par VF.DM.',
  'Voiceflow broke off in the middle of its answer, or answered too much.':
    'Voiceflow s’est interrompu au milieu de sa réponse, ou a trop répondu.',
  'Voiceflow answered something unreadable.': 'Voiceflow a répondu quelque chose d’illisible.',
  'Voiceflow does not know this project or its version. Publish it there and try again.':
    'Voiceflow ne connaît pas ce projet ou sa version. Publiez-le là-bas et réessayez.',
  'Voiceflow receives too many messages for this project at the moment.':
    'Voiceflow reçoit trop de messages pour ce projet en ce moment.',
  'Voiceflow has a fault of its own (status {status}).':
    'Voiceflow rencontre une erreur de son côté (statut {status}).',
  'This agent runs on Voiceflow and has no model here.': 'Cet agent fonctionne sur Voiceflow et n’a pas de modèle ici.',
  'Voiceflow can’t go back to an earlier message: its conversation begins anew.':
    'Voiceflow ne peut pas revenir à un message antérieur : sa conversation recommence.',
  'Voiceflow could not forget its conversation: it begins anew, but its variables may still hold values.':
    'Voiceflow n’a pas pu oublier sa conversation : elle recommence, mais ses variables peuvent garder des valeurs.',
  'Voiceflow hands over to people.': 'Voiceflow transfère à une personne.',
  'Voiceflow ended the conversation.': 'Voiceflow a mis fin à la conversation.',
  'Steps and variables of Voiceflow are not set from here.':
    'Les étapes et variables de Voiceflow ne se règlent pas d’ici.',
  'The router did not answer.': 'Le routeur n’a pas répondu.',
  'The router stayed where it had to choose.': 'Le routeur est resté alors qu’il devait choisir.',
  'The router named several nodes.': 'Le routeur a nommé plusieurs étapes.',
  'The router named «{name}», which is no candidate.': 'Le routeur a nommé « {name} », qui n’est pas un candidat.',
  'The router named no node.': 'Le routeur n’a nommé aucune étape.',
  'The values of the router are not an object.': 'Les valeurs du routeur ne sont pas un objet.',
  'The router gave «{name}», which nobody asked for.': 'Le routeur a donné « {name} », que personne n’a demandé.',
  'There is no such tool here, or not on this channel.': 'Cet outil n’existe pas ici, ou pas sur ce canal.',
  'There is no such tool here.': 'Cet outil n’existe pas ici.',
  'The arguments must be a JSON object.': 'Les arguments doivent être un objet JSON.',
  'Too many calls in one turn: answer with what there is.': 'Trop d’appels en un tour : répondre avec ce qu’il y a.',
  'A step that names no type is left out.': 'Une étape sans type est laissée de côté.',
  "A step of the type «{type}» can't be shown here.": 'Une étape du type « {type} » ne peut pas être affichée ici.',
  'Not set.': 'Non défini.',
  'No tool was called.': 'Aucun outil n’a été appelé.',
  'The judge gave no verdict.': 'Le juge n’a pas rendu de verdict.',
  'The test could not be run to its end.': 'Le test n’a pas pu être mené à son terme.',
  'everything asked for is known': 'tout ce qui était demandé est connu',
  'The visitor writes again.': 'Le visiteur écrit de nouveau.',
  'No condition clearly fits the message.': 'Aucune condition ne convient clairement au message.',
  'One has to be chosen, and this fits best.': 'Il faut en choisir une, et celle-ci convient le mieux.',
  'The message fits: {condition}': 'Le message correspond à : {condition}',
  '{variable} is «{value}»': '{variable} est « {value} »',
  '{variable} is not «{value}»': '{variable} n’est pas « {value} »',
  '{variable} contains «{value}»': '{variable} contient « {value} »',
  '{variable} does not contain «{value}»': '{variable} ne contient pas « {value} »',
  '{variable} starts with «{value}»': '{variable} commence par « {value} »',
  '{variable} ends with «{value}»': '{variable} finit par « {value} »',
  '{variable} is greater than «{value}»': '{variable} est supérieur à « {value} »',
  '{variable} is at least «{value}»': '{variable} est au moins « {value} »',
  '{variable} is less than «{value}»': '{variable} est inférieur à « {value} »',
  '{variable} is at most «{value}»': '{variable} est au plus « {value} »',
  '{variable} is known': '{variable} est connu',
  '{variable} is not known': '{variable} n’est pas connu',
}
