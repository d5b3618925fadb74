/** The page of a customer of a custom channel. Agents' messages are shown as text, so that nothing in them runs. */
export const WEBHOOK_PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Webhook simulator</title>
<style>
:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}body{margin:0 auto;max-width:40rem;padding:1rem}
ol{list-style:none;padding:0;display:flex;flex-direction:column;gap:.5rem;min-height:40vh}
li{max-width:80%;padding:.5rem .75rem;border-radius:.75rem;white-space:pre-wrap;overflow-wrap:anywhere;background:light-dark(#eef1f5,#22303c)}
li.visitor{align-self:end;background:light-dark(#d7f0d0,#2b5c3a)}img{max-width:100%;border-radius:.5rem;display:block}
form{display:flex;gap:.5rem;margin:.5rem 0;flex-wrap:wrap}form input{flex:1;min-width:8rem}input,select,button{font:inherit;padding:.4rem .6rem}.keys{display:flex;flex-wrap:wrap;gap:.25rem;margin-top:.5rem}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem .75rem}dd{margin:0;overflow-wrap:anywhere;font-family:ui-monospace,monospace;font-size:.85em}
</style></head><body><main><h1>Webhook simulator</h1>
<p>Plays your own server. Connect the Webhook channel of an agent with this address and secret, then enter the channel’s URL below.</p>
<p><label>Server <select id="other"></select></label> <button id="new" type="button">New server</button></p>
<dl><dt>Address</dt><dd id="address"></dd><dt>Signing secret</dt><dd id="secret"></dd></dl>
<form id="set"><input id="inbound" aria-label="URL of the channel" placeholder="URL of the channel: “Send messages to” in its drawer" type="url" required><button>Save</button></form>
<ol id="chat" aria-live="polite" aria-label="Messages"></ol>
<form id="form"><label>From <input id="person" value="vera" size="8" aria-label="Your name"></label><input id="text" aria-label="Message" placeholder="Message" autocomplete="off" maxlength="4000"><button>Send</button><button id="picture" type="button">Send picture</button></form></main>
<script>
const base=location.pathname.replace(/\\/$/,'').replace(/\\/page$/,'')+(location.pathname.endsWith('/page')?'/page':'');
const $=(id)=>document.getElementById(id);let seen='';
const say=(body)=>fetch(base+'/say',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({other:$('other').value,person:$('person').value.trim(),...body})});
async function draw(){const {others}=await (await fetch(base+'/state')).json();const mark=()=>JSON.stringify(others)+$('other').value+$('person').value;if(mark()===seen)return;
const chosen=$('other').value;$('other').replaceChildren(...others.map((n)=>new Option(n.id,n.id,false,n.id===chosen)));
const current=others.find(({id})=>id===$('other').value);seen=mark();
$('address').textContent=current?current.address:'';$('secret').textContent=current?current.secret:'';
if(document.activeElement!==$('inbound'))$('inbound').value=current?current.inbound:'';
$('chat').replaceChildren(...(current?current.messages:[]).filter((m)=>m.with===$('person').value.trim()).map((m)=>{const li=document.createElement('li');li.className=m.from;li.textContent=m.text;
for(const src of m.pictures){const img=document.createElement('img');img.src=src;img.alt='';li.prepend(img)}
if(m.keys.length){const keys=document.createElement('div');keys.className='keys';for(const b of m.keys){const key=document.createElement('button');key.textContent=b.label;key.onclick=()=>b.url?open(b.url,'_blank','noopener'):say({text:b.label,press:b.id});keys.append(key)}li.append(keys)}
return li}));scrollTo(0,document.body.scrollHeight)}
$('form').onsubmit=async(e)=>{e.preventDefault();const text=$('text').value.trim();if(!text)return;if(!$('inbound').value)return $('inbound').focus();$('text').value='';await say({text});draw()};
$('picture').onclick=async()=>{if(!$('inbound').value)return $('inbound').focus();const text=$('text').value.trim();$('text').value='';await say({text,picture:true});draw()};
$('set').onsubmit=async(e)=>{e.preventDefault();await say({inbound:$('inbound').value.trim()});draw()};
$('new').onclick=async()=>{await say({other:'new'});draw()};$('other').onchange=draw;$('person').oninput=draw;setInterval(()=>draw().catch(()=>{}),700);draw();
</script></body></html>`
