import type { Refusal } from '../en/refusals.ts'

export const refusals: Readonly<Record<Refusal, string>> = {
  'Some of the input is not valid.': 'Certaines données saisies ne sont pas valides.',
  'This link is not valid any more. Request a new one.': 'Ce lien n’est plus valable. Demandez-en un nouveau.',
  'Sign in, or send a valid bearer token.': 'Connectez-vous ou envoyez un jeton Bearer valide.',
  'The e-mail address or the password is not right.': 'L’adresse e-mail ou le mot de passe est incorrect.',
  'Too many wrong passwords. Wait, or set a new password by e-mail.':
    'Trop de mots de passe incorrects. Attendez ou définissez un nouveau mot de passe par e-mail.',
  'The workspace has no credits left for this.': 'L’espace de travail n’a plus de crédits pour cela.',
  'Your role does not allow this.': 'Votre rôle ne le permet pas.',
  'There is nothing here by this id.': 'Il n’y a rien ici sous cet ID.',
  'This conflicts with what is already there.': 'Cela entre en conflit avec ce qui existe déjà.',
  'You have reached the maximum number of seats': 'Vous avez atteint le nombre maximal de places',
  'Someone saved a newer version meanwhile.': 'Quelqu’un a enregistré une version plus récente entre-temps.',
  'The agent is still answering the previous message.': 'L’agent répond encore au message précédent.',
  'A different message was already sent with this id. Send this one with a new id.':
    'Un autre message a déjà été envoyé avec cet ID. Envoyez celui-ci avec un nouvel ID.',
  'This idempotency key was already used for a different request. Use a new key.':
    'Cette clé d’idempotence a déjà servi pour une autre requête. Utilisez une nouvelle clé.',
  'The first request with this idempotency key is still running.':
    'La première requête avec cette clé d’idempotence est encore en cours.',
  'The first request with this idempotency key was completed, but its answer could not be kept.':
    'La première requête avec cette clé d’idempotence a abouti, mais sa réponse n’a pas pu être conservée.',
  'There is already an account with this e-mail address. Sign in instead.':
    'Un compte existe déjà avec cette adresse e-mail. Connectez-vous plutôt.',
  'The request is larger than this call accepts.': 'La requête est plus grande que ce que cet appel accepte.',
  'This host does not serve that region.': 'Cet hôte ne dessert pas cette région.',
  'Too many requests. Wait a moment and try again.': 'Trop de requêtes. Attendez un instant et réessayez.',
  'This agent has reached its limit for this month.': 'Cet agent a atteint sa limite pour ce mois-ci.',
  'Something went wrong on our side. Try again, and quote the request id if it happens again.':
    'Une erreur s’est produite de notre côté. Réessayez et, si cela se reproduit, indiquez l’ID de la requête.',
  'The language model could not be reached. Try again in a moment.':
    'Le modèle de langage n’a pas pu être joint. Réessayez dans un instant.',
  'The other service could not be reached or refused the call.':
    'L’autre service n’a pas pu être joint ou a refusé l’appel.',
  'The service is busy or restarting. Try again in a moment.':
    'Le service est occupé ou redémarre. Réessayez dans un instant.',
  'The request took too long to arrive.': 'La requête a mis trop de temps à arriver.',
  'There is no such call. The list is at /api/docs.': 'Cet appel n’existe pas. La liste se trouve à /api/docs.',
  'This address has expired. Open the conversation again to get a new one.':
    'Cette adresse a expiré. Rouvrez la conversation pour en obtenir une nouvelle.',
  'This address has expired. Get a new one.': 'Cette adresse a expiré. Demandez-en une nouvelle.',
  'You have no personal workspace in this region.': 'Vous n’avez pas d’espace de travail personnel dans cette région.',
  'The file is larger than {max} MB.': 'Le fichier dépasse {max} Mo.',
  'Max size: {max} MBs': 'Taille maximale : {max} Mo',
  'The file ended before all of it had come.': 'Le fichier s’est interrompu avant d’être arrivé en entier.',
  'This request came from another site.': 'Cette requête vient d’un autre site.',
  'The request ended before its body did.': 'La requête s’est interrompue avant la fin de son contenu.',
  'The request is larger than the {max} KB this call accepts.':
    'La requête dépasse les {max} Ko que cet appel accepte.',
  'The body is not valid JSON in UTF-8.': 'Le contenu n’est pas du JSON valide en UTF-8.',
  'The body is too complex: it holds more than 200,000 values.':
    'Le contenu est trop complexe : il contient plus de 200 000 valeurs.',
  'The body is nested too deeply.': 'Le contenu est imbriqué trop profondément.',
  'An object in the body has more than 10,000 entries.': 'Un objet du contenu a plus de 10 000 entrées.',
  'The key {key} is not allowed.': 'La clé {key} n’est pas autorisée.',
  'Text must not contain the NUL character.': 'Le texte ne doit pas contenir le caractère NUL.',
  'Text must be well-formed Unicode.': 'Le texte doit être de l’Unicode valide.',
  'The server is restarting. Try again in a moment.': 'Le serveur redémarre. Réessayez dans un instant.',
  '{key} is too long.': '{key} est trop long.',
  'Too many streams are open at once. Close some of them first.':
    'Trop de flux sont ouverts en même temps. Fermez-en d’abord quelques-uns.',
  'This page is not valid any more. Start again from the first one.':
    'Cette page n’est plus valable. Recommencez à la première.',
  'The cursor is not one of this list. Start from the first page.':
    'Cet emplacement n’est pas de cette liste. Recommencez à la première page.',
  'The cursor is not valid.': 'Cet emplacement de la liste n’est pas valable.',
  'The base URL must begin with https:// or http://.': 'L’URL de base doit commencer par https:// ou http://.',
  'This address lies inside the network of this installation. Its operator can allow it with OUTBOUND_ALLOW.':
    'Cette adresse se trouve dans le réseau de cette installation. Son exploitant peut l’autoriser avec OUTBOUND_ALLOW.',
  'No key of this provider is stored.': 'Aucune clé de ce fournisseur n’est enregistrée.',
  'A workspace has at most {max} API keys. Revoke one that nobody uses.':
    'Un espace de travail a au plus {max} clés API. Révoquez-en une que personne n’utilise.',
  'API keys do not open this call.': 'Les clés API ne donnent pas accès à cet appel.',
  'Mails go to members who have joined the workspace, and to nobody else.':
    'Les e-mails vont uniquement aux membres qui ont rejoint l’espace de travail.',
  'This workspace sent as many mails as it may.': 'Cet espace de travail a envoyé autant d’e-mails qu’il peut.',
  'The mail could not be sent. Try again in a few minutes.':
    'L’e-mail n’a pas pu être envoyé. Réessayez dans quelques minutes.',
  'The mail could not be sent. Try again in a moment.': 'L’e-mail n’a pas pu être envoyé. Réessayez dans un instant.',
  'You own {max} workspaces in this region, which is as many as there may be.':
    'Vous possédez {max} espaces de travail dans cette région : c’est le maximum.',
  'Confirm your e-mail address first.': 'Confirmez d’abord votre adresse e-mail.',
  'The owner of a workspace stays its owner.': 'Le propriétaire d’un espace de travail le reste.',
  'You cannot change your own role.': 'Vous ne pouvez pas changer votre propre rôle.',
  'The personal workspace stays as long as the account.':
    'L’espace de travail personnel dure aussi longtemps que le compte.',
  'Failed to add user to workspace, workspace does not have enough seats':
    'Ajout impossible : l’espace de travail n’a pas assez de places',
  "You can't invite yourself lol": 'Vous ne pouvez pas vous inviter vous-même, voyons',
  'You cannot remove yourself from the workspace.': 'Vous ne pouvez pas vous retirer vous-même de l’espace de travail.',
  '{email} belongs to this workspace already.': '{email} fait déjà partie de cet espace de travail.',
  '{email} has joined already.': '{email} a déjà rejoint l’espace.',
  'A workspace belongs to its owner. Delete it instead.':
    'Un espace de travail appartient à son propriétaire. Supprimez-le plutôt.',
  'Please enter a workspace name.': 'Veuillez saisir un nom d’espace de travail.',
  'Please enter the address of the server.': 'Saisissez l’adresse du serveur.',
  'Please enter the key that belongs to this address.': 'Saisissez la clé qui va avec cette adresse.',
  'Choose at least one scope.': 'Choisissez au moins une autorisation.',
  'This is no scope of an API key.': 'Ce n’est pas une autorisation de clé API.',
  'A logo has to be uploaded to this workspace first.': 'Un logo doit d’abord être envoyé dans cet espace de travail.',
  'There is no room for more files now.': 'Il n’y a plus de place pour d’autres fichiers.',
  'The files of a workspace may take {size}. Delete agents, documents or conversations whose files nobody needs any more.':
    'Les fichiers d’un espace de travail peuvent occuper {size}. Supprimez des agents, documents ou conversations dont les fichiers ne servent plus.',
  'This workspace uploaded {max} files within a day. Try again tomorrow.':
    'Cet espace de travail a envoyé {max} fichiers en une journée. Réessayez demain.',
  'You can send {max} files a day. Try again tomorrow.':
    'Vous pouvez envoyer {max} fichiers par jour. Réessayez demain.',
  'Pictures may have up to {max} pixels a side.': 'Les images peuvent avoir jusqu’à {max} pixels de côté.',
  'This .{ending} file holds {content}.': 'Ce fichier .{ending} contient {content}.',
  'a PNG picture': 'une image PNG',
  'a JPEG picture': 'une image JPEG',
  'a WebP picture': 'une image WebP',
  'a GIF picture': 'une image GIF',
  'a PDF document': 'un document PDF',
  'a Word document': 'un document Word',
  'an Excel workbook': 'un classeur Excel',
  'plain text': 'du texte brut',
  'a HEIC photo': 'une photo HEIC',
  'an AVIF picture': 'une image AVIF',
  'a TIFF picture': 'une image TIFF',
  'a BMP picture': 'une image BMP',
  'a video': 'une vidéo',
  'a recording': 'un enregistrement sonore',
  'a Photoshop file': 'un fichier Photoshop',
  'a program': 'un programme',
  'a ZIP archive': 'une archive ZIP',
  'a document with macros': 'un document avec des macros',
  'a document of an old version of Office': 'un document d’une ancienne version d’Office',
  'an RTF document': 'un document RTF',
  'an SVG drawing': 'un dessin SVG',
  'an HTML page': 'une page HTML',
  'text that is not in UTF-8': 'du texte qui n’est pas en UTF-8',
  'nothing at all': 'rien du tout',
  'something else than its name says': 'autre chose que ce que dit son nom',
  'The picture can’t be read. Save it anew and try again.':
    'L’image est illisible. Enregistrez-la à nouveau et réessayez.',
  'An animation may have up to {max} pictures.': 'Une animation peut avoir jusqu’à {max} images.',
  'The picture has too many pixels. Make it smaller and try again.':
    'L’image a trop de pixels. Réduisez-la et réessayez.',
  'Files can’t be reached now. Try again in a moment.':
    'Les fichiers sont inaccessibles pour l’instant. Réessayez dans un instant.',
  'Please enter a valid email': 'Veuillez saisir un e-mail valide',
  'This address takes no mail. Check how it is written.':
    'Cette adresse n’accepte pas de courrier. Vérifiez comment elle est écrite.',
  'Use at least {min} characters.': 'Utilisez au moins {min} caractères.',
  'The password is too long.': 'Le mot de passe est trop long.',
  'The password is not right.': 'Le mot de passe est incorrect.',
  'The current password is not right.': 'Le mot de passe actuel est incorrect.',
  'Type the e-mail address of this account.': 'Saisissez l’adresse e-mail de ce compte.',
  'Other people belong to your workspaces. Say that these are to be deleted too.':
    'D’autres personnes font partie de vos espaces de travail. Indiquez qu’ils doivent aussi être supprimés.',
  'Something of a deleted account is still being deleted.': 'La suppression d’un compte supprimé est encore en cours.',
  'A workspace of a deleted account was made meanwhile.':
    'Un espace de travail d’un compte supprimé a été créé entre-temps.',
  'This copy is not ready.': 'Cette copie n’est pas prête.',
  'A copy of your data is being made already. Wait until it is ready.':
    'Une copie de vos données est déjà en cours. Attendez qu’elle soit prête.',
  '{max} copies can be made a day. Try again tomorrow.': 'On peut faire {max} copies par jour. Réessayez demain.',
  'Another process is at this copy.': 'Un autre processus travaille déjà à cette copie.',
  'This invitation does not work any more: it was used, taken back or replaced by a newer one, or it is older than 7 days.':
    'Cette invitation ne fonctionne plus : elle a été utilisée, retirée ou remplacée par une plus récente, ou elle date de plus de 7 jours.',
  'This invitation is for another e-mail address than the one of your account.':
    'Cette invitation est destinée à une autre adresse e-mail que celle de votre compte.',
  'This sign-in has ended. Begin again.': 'Cette connexion a pris fin. Recommencez.',
  'Sign in with your password or a passkey first, then connect {name} under Account › Security.':
    'Connectez-vous d’abord avec votre mot de passe ou une clé d’accès, puis reliez {name} sous Compte › Sécurité.',
  'This person of {name} is connected with another account.': 'Cette personne de {name} est reliée à un autre compte.',
  'Set a password or add a passkey first: there would be no way to sign in.':
    'Définissez d’abord un mot de passe ou ajoutez une clé d’accès : sinon il n’y aurait plus moyen de se connecter.',
  'Sign out and in again to change this: it is a while since you did.':
    'Déconnectez-vous et reconnectez-vous pour modifier cela : votre dernière connexion date un peu.',
  'This passkey was not accepted. Try again.': 'Cette clé d’accès n’a pas été acceptée. Réessayez.',
  'This passkey is in use already, or there are {max} of them. Remove one first.':
    'Cette clé d’accès est déjà utilisée, ou il y en a déjà {max}. Retirez-en d’abord une.',
  'This address has an account already.': 'Cette adresse a déjà un compte.',
  'This address has an account by now.': 'Cette adresse a désormais un compte.',
  'Sign in to the account that is to have this address.': 'Connectez-vous au compte qui doit recevoir cette adresse.',
  'This link belongs to another account than the one you are signed in to.':
    'Ce lien appartient à un autre compte que celui auquel vous êtes connecté.',
  'This code is not right, or it was used before.': 'Ce code est incorrect ou a déjà été utilisé.',
  'Too many wrong codes. Try again in {minutes} min.': 'Trop de codes erronés. Réessayez dans {minutes} min.',
  'The second factor is on already. Turn it off first.': 'Le second facteur est déjà activé. Désactivez-le d’abord.',
  'The sign-in with the other provider did not work. Begin again.':
    'La connexion avec l’autre fournisseur n’a pas fonctionné. Recommencez.',
  '{name} could not be reached. Try again in a moment.': '{name} n’a pas pu être joint. Réessayez dans un instant.',
  'A copy of this account is still being packed.': 'Une copie de ce compte est encore en préparation.',
  'This file holds {content}.': 'Ce fichier contient {content}.',
}
