/** The page of a visitor. Agents' messages are shown as text, so that nothing in them runs. */
export const TELEGRAM_PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Telegram simulator</title>
<style>
:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}body{margin:0 auto;max-width:40rem;padding:1rem}
ol{list-style:none;padding:0;display:flex;flex-direction:column;gap:.5rem;min-height:40vh}
li{max-width:80%;align-self:start;padding:.5rem .75rem;border-radius:.75rem;white-space:pre-wrap;overflow-wrap:anywhere;background:light-dark(#eef1f5,#22303c)}
li.visitor{align-self:end;background:light-dark(#d7f0d0,#2b5c3a)}li.note{align-self:center;background:none;color:light-dark(#5a6472,#a5b0bd);font-size:.9em}
img{max-width:100%;border-radius:.5rem;display:block}small{display:block;color:light-dark(#5a6472,#a5b0bd)}
form,.bar{display:flex;gap:.5rem;flex-wrap:wrap;align-items:center}.bar{margin:.75rem 0}input{flex:1;min-width:12rem}input,select,button{font:inherit;padding:.4rem .6rem;max-width:100%}
.keys{display:flex;flex-wrap:wrap;gap:.25rem;margin-top:.5rem}.keys button{font-size:.85em}#status{min-height:1.5em;color:light-dark(#5a6472,#a5b0bd)}
[hidden]{display:none!important}
</style></head><body><main><h1>Telegram simulator</h1>
<p class="bar"><label>Bot <select id="bot"></select></label> <label>Chat <select id="where"><option value="private">Private</option><option value="group">Group</option></select></label> <button type="button" id="upgrade" hidden>Make it a supergroup</button></p>
<p id="hint" hidden></p><p id="none">Connect a bot on the Channels screen of an agent first. Any token of the form 123456789:AA… works here.</p>
<ol id="chat" aria-live="polite" aria-label="Messages"></ol>
<p id="status" role="status"></p>
<p id="reply" class="bar" hidden><span id="doing"></span><button type="button" id="unreply">Cancel</button></p>
<form id="form"><input id="text" aria-label="Message" placeholder="Message" autocomplete="off" maxlength="4096"><button>Send</button></form>
<div class="bar"><label>File <select id="file"></select></label><button type="button" id="attach">Send file</button></div>
<div class="bar" id="commands" role="group" aria-label="Commands"></div></main>
<script>
const base=location.pathname.replace(/\\/$/,'').replace(/\\/page$/,'')+(location.pathname.endsWith('/page')?'/page':'');
const $=(id)=>document.getElementById(id);let seen='';let reply;let edit;
const make=(tag,text,className='')=>{const made=document.createElement(tag);made.textContent=text;made.className=className;return made};
const key=(text,press)=>{const made=make('button',text);made.type='button';made.onclick=press;return made};
const plain=(html)=>new DOMParser().parseFromString(html,'text/html').body.textContent;
const say=(body)=>fetch(base+'/say',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({bot:$('bot').value,group:$('where').value==='group',...body})});
const chosen=(words='')=>{$('reply').hidden=words==='';$('doing').textContent=words;if(words)$('text').focus()};
const replies=(m)=>{reply=m?.id;edit=undefined;chosen(m?(m.from==='bot'?'Replying to the bot':'Replying to your message'):'')};
const edits=(m)=>{edit=m.id;reply=undefined;chosen('Editing your message');$('text').value=m.text};
const EMOJI=['👍','❤','😁','😢'];
const reacted=(m)=>Object.values(m.reactions??{}).filter(Boolean).join(' ');
const named=(text,title,press)=>{const made=key(text,press);made.setAttribute('aria-label',title);return made};
const actions=(m)=>[key('Reply',()=>replies(m)),...(m.from==='bot'?EMOJI.map((e)=>{const on=m.reactions?.visitor===e;return named(e,on?'Take back '+e:'React with '+e,()=>say({react:m.id,emoji:on?'':e}).then(draw))}):[key('Edit',()=>edits(m))])];
const shown=(m)=>{const li=make('li',m.from==='bot'?plain(m.text):m.text,m.from);
if(m.photo){const img=document.createElement('img');img.src=m.photo;img.alt='';li.prepend(img)}
if(m.quotes)li.prepend(make('small','↪ '+m.quotes.slice(0,80)));if(reacted(m))li.append(make('small',reacted(m)));
if(m.edits&&!m.buttons.length)li.append(make('small','Edited'));
const keys=m.buttons.map((b)=>key(b.text,()=>b.url?open(b.url,'_blank','noopener'):say({press:b.data})));
if(m.id&&m.from!=='note')keys.push(...actions(m));
if(keys.length){const row=make('div','','keys');row.append(...keys);li.append(row)}return li};
async function draw(){const {bots,files}=await (await fetch(base+'/state')).json();const now=()=>JSON.stringify(bots)+$('bot').value+$('where').value;if(now()===seen)return;
const chosen=$('bot').value;$('bot').replaceChildren(...bots.map(({bot})=>new Option(bot,bot,false,bot===chosen)));$('none').hidden=bots.length>0;
if(!$('file').length)$('file').replaceChildren(...files.map(({kind,label})=>new Option(label,kind)));
const current=bots.find(({bot})=>bot===$('bot').value);seen=now();const inGroup=$('where').value==='group';
$('hint').hidden=!inGroup||!current;$('hint').textContent='In a group, bots answer only what mentions them or replies to them: @sandbox_'+$('bot').value+'_bot';
$('upgrade').hidden=!inGroup||!current||current.isSupergroup;
const chat=current?current[$('where').value]:{messages:[],toast:'',isTyping:false};
$('chat').replaceChildren(...chat.messages.map(shown));$('status').textContent=chat.isTyping?'Bot is typing…':chat.toast?'You chose: '+chat.toast:'';
$('commands').replaceChildren(...(current?current.commands:[]).map((c)=>{const made=key('/'+c.command,()=>say({text:'/'+c.command+(inGroup?'@sandbox_'+$('bot').value+'_bot':'')}));made.title=c.description;return made}));
scrollTo(0,document.body.scrollHeight)}
const taken=()=>{const text=$('text').value.trim();$('text').value='';return text};
$('form').onsubmit=async(e)=>{e.preventDefault();if(!$('bot').value||!$('text').value.trim())return;await say({text:taken(),reply,edit});replies();draw()};
$('attach').onclick=async()=>{if(!$('bot').value)return;await say({kind:$('file').value,text:taken()});draw()};
$('upgrade').onclick=async()=>{await say({upgrade:true});draw()};$('unreply').onclick=()=>replies();
$('bot').onchange=$('where').onchange=()=>{replies();draw()};setInterval(()=>draw().catch(()=>{}),700);draw();
</script></body></html>`
